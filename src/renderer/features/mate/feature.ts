import type { Feature } from '../../platform/feature'
import { followPlaces } from './place'

export const mate: Feature = {
  routes: [{ path: '/chat', lazy: async () => ({ Component: (await import('./page')).MatePage }) }],
  start: followPlaces,
}
