import { useOfflineSince } from './online'
import { useOutage } from './outage'
import { createSlice } from './store'

/** The outcome of the last call since the network was last lost; null if there was none. */
const useLastCall = createSlice(
  'last-call',
  { outcome: null as 'answered' | 'failed' | null },
  (set, get) => ({
    ended(outcome: 'answered' | 'failed' | null) {
      if (get().outcome !== outcome) set({ outcome })
    },
  }),
  { scope: 'device' },
)

/** Records whether a call reached a server. */
export const callEnded = (outcome: 'answered' | 'failed') => useLastCall.getState().ended(outcome)

window.addEventListener('offline', () => useLastCall.getState().ended(null))

/**
 * Whether calls would fail because the server is unreachable. The outcome of the last call decides: a browser without a
 * network may still reach a server on the same computer, and a proxy may break sockets alone.
 */
export function useIsServerAway(): boolean {
  const isOffline = useOfflineSince() !== null
  const isReported = useOutage(state => state.isReported)
  const outcome = useLastCall(state => state.outcome)
  return isOffline ? outcome !== 'answered' : isReported && outcome === 'failed'
}
