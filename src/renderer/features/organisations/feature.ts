import type { Feature } from '../../platform/feature'
import { followOrganisations } from './store'

export const organisations: Feature = {
  routes: [{ path: '/intro', lazy: async () => ({ Component: (await import('./intro-page')).IntroPage }) }],
  bareRoutes: [
    { path: '/workspace', lazy: async () => ({ Component: (await import('./workspace-page')).WorkspacePage }) },
  ],
  start: followOrganisations,
}
