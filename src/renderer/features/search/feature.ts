import type { Feature } from '../../platform/feature'

export const search: Feature = {
  routes: [{ path: '/search', lazy: async () => ({ Component: (await import('./page')).SearchPage }) }],
}
