import type { Viewer } from '#shared/contract/sources/endpoints'
import { createSlice } from '../../platform/store'

/** The sharing of the person's own screen. */
export interface Sharing {
  /** From this computer, or from another one of theirs. */
  where: 'here' | 'elsewhere'
  state: 'sharing' | 'paused' | 'reconnecting'
  what: string | null
  /** When the current state began. */
  since: string | null
  viewers: Viewer[]
}

interface State {
  /** The sharing of this computer, or of another one if this one does not share. */
  now: Sharing | null
  /** The sharing of another computer while this one shares too. */
  beside: Sharing | null
  /** Stop was pressed, and the sharing computer has not confirmed it yet. */
  isStopping: boolean
}

const initial: State = { now: null, beside: null, isStopping: false }

/**
 * The state of the capture strip. It survives signing out, because capture on this computer is shown until it ends. It
 * is part of the first load, so that the place of the strip knows when to show it.
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
