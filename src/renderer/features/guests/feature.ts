import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'
import { account, onAccountChange, useGuest } from '../../platform/guest'
import { logError } from '../../platform/log'
import { isSignedIn } from '../../platform/session'
import { filled } from '../../platform/slot'
import { GuestEntrance } from '../meetings/slots'
import { SignUpDialog } from '../session/slots'

/** Transfers a guest's recordings to the person who signs in, once they are in a workspace. */
function takeAlong(): void {
  const { guestId, formerId, comesAlong } = useGuest.getState()
  if ((guestId ?? formerId) === null || !comesAlong || !isSignedIn() || account() === null) return
  withNamespaces('guests', import('./claim'))
    .then(({ claim }) => claim())
    .catch((cause: unknown) => logError('A guest’s recordings could not be transferred.', cause))
}

export const guests: Feature = {
  texts: {
    guests: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  routes: [
    {
      path: '/chat-guest',
      lazy: async () => ({ Component: (await withNamespaces('guests', import('./page'))).GuestPage }),
    },
  ],
  slots: [
    filled(GuestEntrance, async () => (await import('./entrance')).Entrance),
    filled(SignUpDialog, async () => (await withNamespaces('guests', import('./sign-up-dialog'))).GuestSignUp),
  ],
  start() {
    takeAlong()
    onAccountChange(takeAlong)
  },
}
