import type { Viewer } from '#shared/contract/sources'
import { createSlice } from '../../platform/store'

/** The person's own screen, while it is shared. */
export interface Sharing {
  /** From this computer, or from another one of theirs. */
  where: 'here' | 'elsewhere'
  state: 'sharing' | 'paused' | 'reconnecting'
  what: string | null
  /** Since when it is in this state. */
  since: string | null
  viewers: Viewer[]
}

interface State {
  /** This computer's, where it shares; another one's otherwise. */
  now: Sharing | null
  /** Another computer's, while this one shares as well. */
  beside: Sharing | null
  /** Stop was pressed, and the computer that shares has not said that it did. */
  isStopping: boolean
}

const initial: State = { now: null, beside: null, isStopping: false }

/**
 * What the capture strip shows. Kept whoever is signed in: what is captured on this computer is shown until it ends. In the first
 * load, so that the strip's place knows when it is needed.
 */
export const useSharing = createSlice(
  'sharing',
  initial,
  set => ({
    show: (now: Sharing | null, beside: Sharing | null) =>
      // Only another computer takes time to stop.
      set({ now, beside, ...(now?.where !== 'elsewhere' && !beside && { isStopping: false }) }),
    stopping: () => set({ isStopping: true }),
  }),
  { scope: 'device' },
)
