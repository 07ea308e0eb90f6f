import type { Bridge, DesktopSession } from '#shared/contract/desktop'
import { logError } from '../../platform/log'
import { endSession, noOrganisation, useSession } from '../../platform/session'
import { useOrganisations } from '../organisations/store'

function current(): DesktopSession | null {
  const { tokens, userId, organizationId } = useSession.getState()
  if (!tokens || userId === null || organizationId === noOrganisation) return null
  const organisation = useOrganisations.getState().items.find(candidate => candidate.organization_id === organizationId)
  const { IdToken, AccessToken, RefreshToken } = tokens
  return {
    user_id: userId,
    organization_id: organizationId,
    organization_name: organisation?.organization_name ?? '',
    tokens: { IdToken, AccessToken, RefreshToken },
  }
}

/**
 * Tells the main process of the desktop app who is signed in and where, from now on, and stores the tokens that it
 * renews. Returns the function that stops it.
 */
export function handOverSession(bridge: Bridge): () => void {
  let last: string | undefined
  const send = () => {
    const session = current()
    const text = JSON.stringify(session)
    if (text === last) return
    last = text
    bridge.setSession(session).catch((cause: unknown) => {
      last = undefined
      logError('The desktop app did not accept the session.', cause)
    })
  }
  const stops = [
    useSession.subscribe(send),
    useOrganisations.subscribe((now, before) => {
      if (now.items !== before.items) send()
    }),
    bridge.on.tokensChanged(tokens => {
      const held = useSession.getState().tokens
      if (!held) return
      // The refresh was rejected for good, so the session ends here too.
      if (!tokens) endSession()
      else if (tokens.IdToken !== held.IdToken) {
        last = JSON.stringify({ ...current(), tokens })
        useSession.getState().renew(tokens)
      }
    }),
  ]
  send()
  return () => {
    for (const stop of stops) stop()
  }
}
