import type { Feature, PageRoute } from '../../platform/feature'
import { isSignedIn, noOrganisation, useSession } from '../../platform/session'
import { filled } from '../../platform/slot'
import { trackPages } from './previous-page'
import { MateConversation } from './slots'
import { useMate } from './store'

const lazy: PageRoute['lazy'] = async () => {
  // Loads the conversation in parallel with the code of its page.
  if (isSignedIn() && useSession.getState().organizationId !== noOrganisation) void useMate.getState().refresh()
  return { Component: (await import('./page')).MatePage }
}

export const mate: Feature = {
  texts: {
    mateAutoApproval: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  firstTexts: {
    mate: {
      en: () => import('./first-texts/en'),
      de: () => import('./first-texts/de'),
      es: () => import('./first-texts/es'),
      hi: () => import('./first-texts/hi'),
    },
  },
  routes: [{ path: '/chat', lazy }],
  slots: [filled(MateConversation, async () => (await import('./page')).ConversationElsewhere)],
  start: trackPages,
}
