import { isSignedIn, noOrganisation, useSession } from './session'
import { createSlice, resetAccount } from './store'

interface GuestState {
  guestId: string | null
  /** Authenticates the guest, together with the id. */
  guestToken: string | null
  /** When the server deletes the guest and their data. */
  expiresAt: string | null
  /** The guest's recordings, oldest first [3.20]. */
  batchIds: string[]
  /** A guest of this device whom the server no longer knows. */
  formerId: string | null
  /** Whether the recordings become notes of the next person who signs in here. */
  comesAlong: boolean
}

/** The server's answer to a registration. */
interface Registered {
  guest_id: string
  guest_token: string
  expires_at: string
}

const nobody: GuestState = {
  guestId: null,
  guestToken: null,
  expiresAt: null,
  batchIds: [],
  formerId: null,
  comesAlong: true,
}

/**
 * A person who tries the product in this browser without an account [1.3b, D42]. The data survives signing in until the
 * recordings have been transferred.
 */
export const useGuest = createSlice(
  'guest',
  nobody,
  (set, get) => ({
    become: ({ guest_id, guest_token, expires_at }: Registered) =>
      set({ ...nobody, guestId: guest_id, guestToken: guest_token, expiresAt: expires_at }),
    /** The server rejected this guest, because a day has passed. */
    end(guest_id: string) {
      if (get().guestId === guest_id) set({ ...nobody, formerId: guest_id })
    },
    erase: () => set(nobody),
    add(batch_id: string) {
      set(state => {
        if (!state.batchIds.includes(batch_id)) state.batchIds.push(batch_id)
      })
    },
    drop(batch_id: string) {
      set(state => {
        state.batchIds = state.batchIds.filter(batchId => batchId !== batch_id)
      })
    },
    takeAlong: (comesAlong: boolean) => set({ comesAlong }),
  }),
  { scope: 'device', persist: ['guestId', 'guestToken', 'expiresAt', 'batchIds', 'formerId', 'comesAlong'] },
)

/** Whether a guest is asked to sign up for more [2.17, 8.4]. */
export const useSignUpRequest = createSlice(
  'signUpRequest',
  { isOpen: false },
  set => ({ ask: (isOpen: boolean) => set({ isOpen }) }),
  { scope: 'device' },
)

/** The credentials for a guest's calls and sockets; null for everybody else. */
export function guestCredentials(): { guest_id: string; guest_token: string } | null {
  const { guestId, guestToken } = useGuest.getState()
  return isSignedIn() || guestId === null || guestToken === null ? null : { guest_id: guestId, guest_token: guestToken }
}

export const guestAccount = (guest_id: string): string => `guest.${guest_id}`

/** Identifies the owner of data in this browser: a person in a workspace, or a guest; null for nobody. */
export function account(): string | null {
  if (!isSignedIn()) {
    const { guestId } = useGuest.getState()
    return guestId === null ? null : guestAccount(guestId)
  }
  const { userId, organizationId } = useSession.getState()
  return userId === null || organizationId === noOrganisation ? null : `${userId}.${organizationId}`
}

/**
 * Calls back when the account changes: the person, their workspace or the guest. Returns the function that
 * unsubscribes.
 */
export function onAccountChange(changed: () => void): () => void {
  let known = account()
  const look = () => {
    const now = account()
    if (now === known) return
    known = now
    changed()
  }
  const stops = [useSession.subscribe(look), useGuest.subscribe(look)]
  return () => {
    for (const stop of stops) stop()
  }
}

// A new guest must not see data of the previous one. A signed-in person's data stays, whatever happens to the guest.
useGuest.subscribe((now, before) => {
  if (before.guestId !== null && now.guestId !== before.guestId && !isSignedIn()) resetAccount()
})
