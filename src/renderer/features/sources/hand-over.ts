import type { Bridge, DesktopSession } from '#shared/contract/desktop'
import { logError } from '../../platform/log'
import { endSession, noOrganisation, useSession } from '../../platform/session'
import { useOrganisations } from '../organisations/store'

function current(): DesktopSession | null {
  const { tokens, userId, organizationId } = useSession.getState()
  if (!tokens || userId === null || organizationId === noOrganisation) return null
  const organisation = useOrganisations.getState().list.find(candidate => candidate.organization_id === organizationId)
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
  let told: string | undefined
  const tell = () => {
    const session = current()
    const text = JSON.stringify(session)
    if (text === told) return
    told = text
    bridge.setSession(session).catch((cause: unknown) => {
      told = undefined
      logError('The desktop did not take over who is signed in.', cause)
    })
  }
  const stops = [
    useSession.subscribe(tell),
    useOrganisations.subscribe((now, before) => {
      if (now.list !== before.list) tell()
    }),
    bridge.on.tokensChanged(tokens => {
      const held = useSession.getState().tokens
      if (!held) return
      // The refresh was rejected for good, so the session ends here too.
      if (!tokens) endSession()
      else if (tokens.IdToken !== held.IdToken) {
        told = JSON.stringify({ ...current(), tokens })
        useSession.getState().renew(tokens)
      }
    }),
  ]
  tell()
  return () => {
    for (const stop of stops) stop()
  }
}
