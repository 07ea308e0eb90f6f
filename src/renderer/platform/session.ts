import type { SignedInAnswer, Tokens } from '#shared/contract/session'
import { clockOffset } from './jwt'
import { saveTogether } from './persist'
import { createSlice, resetAccount, resetAll, resetOrganisation } from './store'

/** Nobody's workspace: what a profile says while none is chosen [3.1]. */
export const noOrganisation = -1

interface SessionState {
  tokens: Tokens | null
  userId: number | null
  /** The workspace that calls speak for; `noOrganisation` before one is chosen. */
  organizationId: number
  /** Proves a fresh sign-in while the profile is still to be filled in. */
  profileToken: string | null
  isNewUser: boolean
  /** Milliseconds by which the server's clock is ahead of this device's, learned when tokens arrive. */
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
    /** Begins a session from the answer to any way of signing in. */
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
    /** Takes rotated tokens of the same session. */
    renew({ IdToken, AccessToken, RefreshToken }: Tokens) {
      set({ tokens: { IdToken, AccessToken, RefreshToken }, clockOffset: clockOffset(IdToken) })
    },
    /** The profile exists now: its one-time token is spent. */
    profileCreated() {
      set({ profileToken: null })
    },
    /** Chooses the workspace that calls speak for; what belonged to another one is forgotten. */
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

// Whoever ends or changes the session - this tab, or another one through storage - nothing of the former person stays.
useSession.subscribe((now, before) => {
  if (before.userId !== null && now.userId !== before.userId) {
    for (const erase of endings) erase()
    resetAll({ except: 'session' })
  } else if (before.userId === null && now.userId !== null) resetAccount()
  else if (before.organizationId !== noOrganisation && now.organizationId !== before.organizationId) resetOrganisation()
})

/** Ends the session on this device and resets all state [4.1d]. The server is told by the caller, where it can be. */
export function endSession(): void {
  saveTogether(() => useSession.setState(signedOut))
}

export const isSignedIn = (): boolean => useSession.getState().tokens !== null
