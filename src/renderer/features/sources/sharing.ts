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
  now: Sharing | null
  /** Stop was pressed, and the computer that shares has not said that it did. */
  isStopping: boolean
}

const initial: State = { now: null, isStopping: false }

/**
 * What the capture strip shows. Kept whoever is signed in: what is captured on this computer is shown until it ends. In the first
 * load, so that the strip's place knows when it is needed.
 */
export const useSharing = createSlice(
  'sharing',
  initial,
  set => ({
    show: (now: Sharing | null) => set(now ? { now } : initial),
    stopping: () => set({ isStopping: true }),
  }),
  { scope: 'device' },
)
