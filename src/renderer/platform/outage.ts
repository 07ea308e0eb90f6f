import { createSlice } from './store'

/** Whether the shell's strip reports a lost connection, so that pages do not report the same outage again. */
export const useOutage = createSlice(
  'outage',
  { isTold: false },
  set => ({ tell: (isTold: boolean) => set({ isTold }) }),
  { scope: 'device' },
)
