import { createSlice } from '../../platform/store'

/**
 * What the whole app knows of recording, in the first load: the rest is fetched when this says that it is needed. Followed between
 * the tabs of a browser.
 */
export const useOnMeeting = createSlice(
  'meeting',
  {
    /** A meeting is being recorded in this browser, in whichever tab [3.20]. */
    isOnMeeting: false,
    /** For whom, a person in a workspace, something recorded is kept here that is no document yet. */
    kept: [] as string[],
    /** This tab has something to show in the strip. */
    isShown: false,
  },
  set => ({
    become: (change: { isOnMeeting?: boolean; kept?: string[]; isShown?: boolean }) => set(change),
  }),
  { scope: 'device', persist: ['isOnMeeting', 'kept'] },
)
