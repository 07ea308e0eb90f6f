import { createSlice } from './store'

/** Whether the shell's strip tells of a lost connection now: then no page tells of the same outage in a bar of its own. */
export const useOutage = createSlice(
  'outage',
  { isTold: false },
  set => ({ tell: (isTold: boolean) => set({ isTold }) }),
  { scope: 'device' },
)
