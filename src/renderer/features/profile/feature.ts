import type { Feature } from '../../platform/feature'

export const profile: Feature = {
  routes: [{ path: '/profile', lazy: async () => ({ Component: (await import('./profile-page')).ProfilePage }) }],
}
