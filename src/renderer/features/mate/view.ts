import { createSlice } from '../../platform/store'

/** Whether the pane of sources stands beside the conversation, where there is room for it. */
export const useMateView = createSlice(
  'mateView',
  { sources: true },
  set => ({ showSources: (sources: boolean) => set({ sources }) }),
  { persist: ['sources'], scope: 'device' },
)
