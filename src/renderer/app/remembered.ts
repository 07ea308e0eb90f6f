import { createSlice } from '../platform/store'

/** The path that / leads back to [4.2c]. It belongs to its workspace. */
export const useRemembered = createSlice(
  'navigation',
  { path: null as string | null },
  set => ({ remember: (path: string) => set({ path }) }),
  {
    persist: ['path'],
    scope: 'organisation',
  },
)
