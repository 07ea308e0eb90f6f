import type { Feature, PageRoute } from '../../platform/feature'
import { isSignedIn, noOrganisation, useSession } from '../../platform/session'
import { trackPages } from './previous-page'
import { registerMateSlots } from './slots'
import { useMate } from './store'

const lazy: PageRoute['lazy'] = async () => {
  // Loads the conversation in parallel with the code of its page.
  if (isSignedIn() && useSession.getState().organizationId !== noOrganisation) void useMate.getState().refresh()
  return { Component: (await import('./page')).MatePage }
}

export const mate: Feature = {
  routes: [{ path: '/chat', lazy }],
  start() {
    registerMateSlots()
    trackPages()
  },
}
