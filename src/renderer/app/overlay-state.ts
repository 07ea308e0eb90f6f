import { createSlice } from '../platform/store'

/** What is open over the page. */
export const useOverlay = createSlice('overlay', { open: null as 'palette' | 'shortcuts' | null }, set => ({
  show: (open: 'palette' | 'shortcuts') => set({ open }),
  hide: () => set({ open: null }),
}))
