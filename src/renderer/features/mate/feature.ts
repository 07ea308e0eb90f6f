import type { Feature, PageRoute } from '../../platform/feature'
import { isSignedIn, noOrganisation, useSession } from '../../platform/session'
import { fillMateParts } from './fill'
import { followPlaces } from './place'
import { useMate } from './store'

const lazy: PageRoute['lazy'] = async () => {
  // The conversation is read while its page is on the way.
  if (isSignedIn() && useSession.getState().organizationId !== noOrganisation) void useMate.getState().refresh()
  return { Component: (await import('./page')).MatePage }
}

export const mate: Feature = {
  routes: [{ path: '/chat', lazy }],
  start() {
    fillMateParts()
    followPlaces()
  },
}
