import { createSlice } from '../../platform/store'

/** Whether the pane of sources is open beside the conversation, if there is room for it. */
export const useMateView = createSlice(
  'mateView',
  { sources: true },
  set => ({ showSources: (sources: boolean) => set({ sources }) }),
  { persist: ['sources'], scope: 'device' },
)
