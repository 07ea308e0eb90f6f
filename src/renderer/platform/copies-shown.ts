import { onSessionEnd } from './session'
import { createSlice } from './store'

/** Where this browser keeps what was read last, for a start without a server: see `offline-copies.ts`. */
export const database = 'wheelhouse.read'

/** What is on the screen as it was read earlier, by name, with the time of that in milliseconds of the epoch. */
export const useCopiesShown = createSlice(
  'copies',
  { shown: {} as Record<string, number> },
  (set, get) => ({
    showCopy(name: string, at: number) {
      set(({ shown }) => {
        shown[name] = at
      })
    },
    /** The server said it anew. */
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

/** Calls back when all copies are erased here, so that nobody opens the database again for what was in it. */
export function onCopiesForgotten(forgotten: () => void): void {
  listeners.add(forgotten)
}

// At every page's start, because whoever signs out may not have opened anything that is kept.
onSessionEnd(() => {
  for (const forgotten of listeners) forgotten()
  if ('indexedDB' in window) indexedDB.deleteDatabase(database)
})
