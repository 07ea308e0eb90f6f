import { createSlice } from './store'

/** Whether the shell's strip reports a lost connection, so that pages do not report the same outage again. */
export const useOutage = createSlice(
  'outage',
  { isReported: false },
  set => ({ setReported: (isReported: boolean) => set({ isReported }) }),
  { scope: 'device' },
)
