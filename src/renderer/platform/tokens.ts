import { getTokens, Tokens } from '#shared/contract/session/endpoints'
import { desktop } from './desktop'
import { http } from './http'
import { isExpired } from './jwt'
import { rereadSaved } from './persist'
import { endSession, useSession } from './session'

/** Tokens for a call, or why there are none. Being offline signs nobody out. */
export type Usable = { ok: true; tokens: Tokens } | { ok: false; why: 'signed-out' | 'offline' }

const signedOut: Usable = { ok: false, why: 'signed-out' }

function held(refused?: string): Tokens | null {
  const { tokens, clockOffset } = useSession.getState()
  const isGood = tokens && tokens.IdToken !== refused && !isExpired(tokens.IdToken, clockOffset)
  return isGood ? tokens : null
}

/**
 * Returns the tokens for a call, as a promise only when they are expired and refreshed first [4.1b]. `refused` is an
 * identity token that the server just rejected, whatever its `exp` says.
 */
export function usableTokens(refused?: string): Usable | Promise<Usable> {
  const good = held(refused)
  if (good) return { ok: true, tokens: good }
  if (!useSession.getState().tokens) return signedOut
  return refreshShared(refused)
}

let refreshing: Promise<Usable> | null = null

/** All concurrent callers share one refresh [4.1c]. */
function refreshShared(refused?: string): Promise<Usable> {
  refreshing ??= alone(() => refresh(refused)).finally(() => {
    refreshing = null
  })
  return refreshing
}

/** Serialises refreshes across tabs too: a refresh token works once, and using it twice ends the session [D9]. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('wheelhouse.tokens', work) : work()
}

async function refresh(refused?: string): Promise<Usable> {
  await rereadSaved()
  const renewed = held(refused)
  if (renewed) return { ok: true, tokens: renewed }
  const refreshToken = useSession.getState().tokens?.RefreshToken
  if (refreshToken === undefined) return signedOut

  let fresh: Tokens | null
  try {
    fresh = await exchange(refreshToken, refused)
  } catch {
    return { ok: false, why: 'offline' }
  }
  // The person signed out or signed in again during the call, so the new tokens belong to nobody.
  if (useSession.getState().tokens?.RefreshToken !== refreshToken) {
    const current = held()
    return current ? { ok: true, tokens: current } : signedOut
  }
  if (!fresh) {
    endSession()
    return signedOut
  }
  useSession.getState().renew(fresh)
  return { ok: true, tokens: fresh }
}

/** Returns new tokens, or null when the server rejects the refresh. Throws when the network is unavailable. */
async function exchange(refreshToken: string, refused?: string): Promise<Tokens | null> {
  // In the desktop app only the main process refreshes. The page does it while the main process does not know this
  // session yet.
  const renewed = await desktop()?.freshTokens({ force: refused !== undefined })
  if (renewed) return renewed
  const response = await http(getTokens.path, { method: getTokens.method, json: { refresh_token: refreshToken } })
  return response.status === 200 ? readTokens(await response.text()) : null
}

function readTokens(text: string): Tokens | null {
  try {
    return Tokens.parse((JSON.parse(text) as { data?: unknown }).data)
  } catch {
    return null
  }
}
