import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'
import { filled } from '../../platform/slot'
import { FirstStepsLink, InvitePeople, InvitesSent, OwnWorkspaces } from './slots'
import { followOrganisations } from './store'

export const organisations: Feature = {
  texts: {
    workspace: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  firstTexts: {
    organisations: {
      en: () => import('./first-texts/en'),
      de: () => import('./first-texts/de'),
      es: () => import('./first-texts/es'),
      hi: () => import('./first-texts/hi'),
    },
  },
  routes: [
    {
      path: '/intro',
      lazy: async () => ({ Component: (await withNamespaces('workspace', import('./intro-page'))).IntroPage }),
    },
  ],
  bareRoutes: [
    { path: '/workspace', lazy: async () => ({ Component: (await import('./workspace-page')).WorkspacePage }) },
  ],
  slots: [
    filled(OwnWorkspaces, async () => (await import('./workspace-list')).OwnWorkspaceList),
    filled(FirstStepsLink, async () => (await withNamespaces('workspace', import('./intro-link'))).FirstStepsLink),
    filled(InvitePeople, async () => (await withNamespaces('workspace', import('./invite-form'))).InviteForm),
    filled(InvitesSent, async () => (await withNamespaces('workspace', import('./sent-invites'))).SentInvites),
  ],
  start: followOrganisations,
}
