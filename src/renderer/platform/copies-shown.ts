import { onSessionEnd } from './session'
import { createSlice } from './store'

/** The database of last-read data, for a start without a server: see `offline-copies.ts`. */
export const database = 'wheelhouse.read'

/**
 * The names of data on screen that came from a copy, with the time at which it was read, in milliseconds since the
 * epoch.
 */
export const useCopiesShown = createSlice(
  'copies',
  { shown: {} as Record<string, number> },
  (set, get) => ({
    showCopy(name: string, at: number) {
      set(({ shown }) => {
        shown[name] = at
      })
    },
    /** The server has sent the data again. */
    isFresh(name: string) {
      if (name in get().shown)
        set(({ shown }) => {
          delete shown[name]
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
