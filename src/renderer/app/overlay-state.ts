import { createSlice } from '../platform/store'

/** What lies over the page at the moment. */
export const useOverlay = createSlice('overlay', { open: null as 'palette' | 'shortcuts' | null }, set => ({
  show: (open: 'palette' | 'shortcuts') => set({ open }),
  hide: () => set({ open: null }),
}))
