import { type Frame, readFrames } from '#shared/contract/sources/endpoints'
import { call } from '../../platform/api'

/** The largest number of ids in one call. */
const atOnce = 100

/** Receives the answer for these ids; null when the request failed. */
type Take = (ids: readonly string[], found: readonly Frame[] | null) => void

/**
 * Requests pictures by their ids; requests of one moment are sent as one call. `begin` is called with the first of
 * them, so that its writer belongs to that moment.
 */
export function askFrames(begin: () => Take): (id: string) => void {
  const wanted = new Set<string>()
  return id => {
    wanted.add(id)
    if (wanted.size > 1) return
    const segment = begin()
    queueMicrotask(async () => {
      const ids = [...wanted]
      wanted.clear()
      for (let from = 0; from < ids.length; from += atOnce) {
        const some = ids.slice(from, from + atOnce)
        const outcome = await call(readFrames, { ids: some })
        segment(some, outcome.ok ? outcome.data : null)
      }
    })
  }
}
