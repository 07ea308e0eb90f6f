import { createSlice } from './store'

/**
 * What the person last had open beside a list, kept on the device for the next visit [3.21]: offered where a list stands
 * alone, marked in lists of tasks and in the schedule. What is open now is part of the address.
 */
export const useSidebar = createSlice(
  'sidebar',
  {
    /** Whether details are shown beside the page where there is room for them. */
    isSidebarOpen: true,
    selectedSidebar: null as 'note' | 'graph' | 'job' | 'task' | 'schedule' | null,
    selectedNote: null as number | null,
    selectedGraphData: null as { doc_id: number; graph_id: number } | null,
    selectedJob: null as number | null,
    selectedTask: null as number | null,
    /** The id of an item of the schedule. */
    selectedScheduleId: null as string | null,
  },
  set => ({
    toggle: (isSidebarOpen: boolean) => set({ isSidebarOpen }),
    selectNote: (selectedNote: number) => set({ selectedSidebar: 'note', selectedNote }),
    selectGraph: (doc_id: number, graph_id: number) =>
      set({ selectedSidebar: 'graph', selectedNote: doc_id, selectedGraphData: { doc_id, graph_id } }),
    selectJob: (selectedJob: number) => set({ selectedSidebar: 'job', selectedJob }),
    selectTask: (selectedTask: number) => set({ selectedSidebar: 'task', selectedTask }),
    selectScheduleItem: (selectedScheduleId: string) => set({ selectedSidebar: 'schedule', selectedScheduleId }),
  }),
  {
    persist: [
      ...(['isSidebarOpen', 'selectedSidebar', 'selectedNote', 'selectedGraphData'] as const),
      ...(['selectedJob', 'selectedTask', 'selectedScheduleId'] as const),
    ],
    scope: 'organisation',
  },
)
