import type { Guest } from '#shared/contract/guests'
import { isSignedIn, noOrganisation, useSession } from './session'
import { createSlice, resetAccount } from './store'

interface GuestState {
  guestId: string | null
  /** Proves the guest, with the id beside it. */
  guestToken: string | null
  /** When the server forgets the guest and everything of theirs. */
  expiresAt: string | null
  /** Their recordings, oldest first [3.20]. */
  batchIds: string[]
  /** A guest of this device whom the server knows no more. */
  formerId: string | null
  /** The recordings become notes of whoever signs in here next. */
  comesAlong: boolean
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
 * Who tries the product in this browser without an account [1.3b, D42]. It outlives signing in, because the recordings come along, and
 * goes when they have.
 */
export const useGuest = createSlice(
  'guest',
  nobody,
  (set, get) => ({
    become: ({ guest_id, guest_token, expires_at }: Guest) =>
      set({ ...nobody, guestId: guest_id, guestToken: guest_token, expiresAt: expires_at }),
    /** The server turned this guest down: a day has passed. */
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

/** What a guest's calls and sockets go out with; null for everybody else. */
export function guestCredentials(): { guest_id: string; guest_token: string } | null {
  const { guestId, guestToken } = useGuest.getState()
  return isSignedIn() || guestId === null || guestToken === null ? null : { guest_id: guestId, guest_token: guestToken }
}

export const guestAccount = (guest_id: string): string => `guest.${guest_id}`

/** Whose the things are that this browser keeps: a person's in a workspace, or a guest's. Null for nobody. */
export function account(): string | null {
  if (!isSignedIn()) {
    const { guestId } = useGuest.getState()
    return guestId === null ? null : guestAccount(guestId)
  }
  const { userId, organizationId } = useSession.getState()
  return userId === null || organizationId === noOrganisation ? null : `${userId}.${organizationId}`
}

/** Calls back when it is somebody else's turn, or another workspace's. Answers the function that stops it. */
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

// A new guest meets nothing of the one before. What a person has is theirs, whatever becomes of the guest.
useGuest.subscribe((now, before) => {
  if (before.guestId !== null && now.guestId !== before.guestId && !isSignedIn()) resetAccount()
})
