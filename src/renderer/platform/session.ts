import type { SignedInAnswer, Tokens } from '#shared/contract/session/endpoints'
import { clockOffset } from './jwt'
import { saveTogether } from './persist'
import { createSlice, resetAccount, resetAll, resetOrganisation } from './store'

/** The workspace id while none is chosen, as in a profile [3.1]. */
export const noOrganisation = -1

interface SessionState {
  tokens: Tokens | null
  userId: number | null
  /** The workspace of all calls; `noOrganisation` before one is chosen. */
  organizationId: number
  /** Proves a fresh sign-in while the profile is being filled in. */
  profileToken: string | null
  isNewUser: boolean
  /** How many milliseconds the server's clock is ahead of this device's; measured when tokens arrive. */
  clockOffset: number
}

const signedOut: SessionState = {
  tokens: null,
  userId: null,
  organizationId: noOrganisation,
  profileToken: null,
  isNewUser: false,
  clockOffset: 0,
}

/** Who is signed in on this device, shared by all its tabs. */
export const useSession = createSlice(
  'session',
  signedOut,
  set => ({
    /** Starts a session from the answer to any way of signing in. */
    begin({ user_id, isNewUser, profile_token, IdToken, AccessToken, RefreshToken }: SignedInAnswer) {
      set({
        tokens: { IdToken, AccessToken, RefreshToken },
        userId: user_id,
        organizationId: noOrganisation,
        profileToken: profile_token ?? null,
        isNewUser,
        clockOffset: clockOffset(IdToken),
      })
    },
    /** Stores rotated tokens of the same session. */
    renew({ IdToken, AccessToken, RefreshToken }: Tokens) {
      set({ tokens: { IdToken, AccessToken, RefreshToken }, clockOffset: clockOffset(IdToken) })
    },
    /** The profile exists now, so its one-time token is used up. */
    profileCreated() {
      set({ profileToken: null })
    },
    /** Chooses the workspace of all calls, and forgets the data of the previous one. */
    choose(organizationId: number) {
      set({ organizationId })
    },
  }),
  { persist: ['tokens', 'userId', 'organizationId', 'profileToken', 'isNewUser', 'clockOffset'] },
)

const endings = new Set<() => void>()

/** Registers what must be erased from this device when a session ends. */
export function onSessionEnd(erase: () => void): void {
  endings.add(erase)
}

// Whether this tab or another one ends or changes the session, no data of the previous person stays.
useSession.subscribe((now, before) => {
  if (before.userId !== null && now.userId !== before.userId) {
    for (const erase of endings) erase()
    resetAll({ except: 'session' })
  } else if (before.userId === null && now.userId !== null) resetAccount()
  else if (before.organizationId !== noOrganisation && now.organizationId !== before.organizationId) resetOrganisation()
})

/** Ends the session on this device and resets all state [4.1d]. The caller tells the server, if it is reachable. */
export function endSession(): void {
  saveTogether(() => useSession.setState(signedOut))
}

export const isSignedIn = (): boolean => useSession.getState().tokens !== null
