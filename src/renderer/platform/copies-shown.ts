import { onSessionEnd } from './session'
import { createSlice } from './store'

/** The database of last-read data, for a start without a server: see `offline-copies.ts`. */
export const database = 'wheelhouse.read'

interface CopiesShown {
  /**
   * The names of data on screen that came from a copy, with the time at which it was read, in milliseconds since the
   * epoch.
   */
  shown: Record<string, number>
  /** Names of data for which a call is still running. */
  awaited: Record<string, true>
}

export const useCopiesShown = createSlice(
  'copies',
  { shown: {}, awaited: {} } as CopiesShown,
  (set, get) => ({
    showCopy(name: string, at: number, isAwaited = false) {
      set(({ shown, awaited }) => {
        shown[name] = at
        if (isAwaited) awaited[name] = true
      })
    },
    /** The call for the data failed, so the copy stays. */
    failed(name: string) {
      if (name in get().awaited)
        set(({ awaited }) => {
          delete awaited[name]
        })
    },
    /** The server has sent the data again. */
    isFresh(name: string) {
      if (name in get().shown)
        set(({ shown, awaited }) => {
          delete shown[name]
          delete awaited[name]
        })
    },
  }),
  { scope: 'organisation' },
)

const listeners = new Set<() => void>()

/** Calls back when all copies are erased in this tab, so that nothing reopens the database for them. */
export function onCopiesForgotten(forgotten: () => void): void {
  listeners.add(forgotten)
}

// Registered at the start of every page, because a person may sign out without having opened any copied data.
onSessionEnd(() => {
  for (const forgotten of listeners) forgotten()
  if ('indexedDB' in window) indexedDB.deleteDatabase(database)
})
