import { createSlice } from './store'

/**
 * What the person last had open beside a list, kept on the device for the next visit [3.21]. What is open now is part of
 * the address, as is an open task or schedule item.
 */
export const useSidebar = createSlice(
  'sidebar',
  {
    /** Whether details are shown beside the page where there is room for them. */
    isSidebarOpen: true,
    selectedSidebar: null as 'note' | 'graph' | 'job' | null,
    selectedNote: null as number | null,
    selectedGraphData: null as { doc_id: number; graph_id: number } | null,
    selectedJob: null as number | null,
  },
  set => ({
    toggle: (isSidebarOpen: boolean) => set({ isSidebarOpen }),
    selectNote: (selectedNote: number) => set({ selectedSidebar: 'note', selectedNote }),
    selectGraph: (doc_id: number, graph_id: number) =>
      set({ selectedSidebar: 'graph', selectedNote: doc_id, selectedGraphData: { doc_id, graph_id } }),
    selectJob: (selectedJob: number) => set({ selectedSidebar: 'job', selectedJob }),
  }),
  {
    persist: ['isSidebarOpen', 'selectedSidebar', 'selectedNote', 'selectedGraphData', 'selectedJob'],
    scope: 'organisation',
  },
)
