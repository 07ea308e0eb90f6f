import { createSlice } from '../../platform/store'

/**
 * What the first load knows about recording; the rest loads when this says so. Shared between the tabs of a browser.
 */
export const useOnMeeting = createSlice(
  'meeting',
  {
    /** Whether a meeting is being recorded in this browser, in any tab [3.20]. */
    isOnMeeting: false,
    /** The accounts (a person in a workspace) whose recordings are kept here and are not documents yet. */
    kept: [] as string[],
    /** Whether this tab has something to show in the strip. */
    isShown: false,
  },
  set => ({
    update: (change: { isOnMeeting?: boolean; kept?: string[]; isShown?: boolean }) => set(change),
  }),
  { scope: 'device', persist: ['isOnMeeting', 'kept'] },
)
