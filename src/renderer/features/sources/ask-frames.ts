import { type Frame, readFrames } from '#shared/contract/sources'
import { call } from '../../platform/api'

/** As many as one call may name. */
const atOnce = 100

/** Takes in what was answered for these ids; null when they could not be asked for. */
type Take = (ids: readonly string[], found: readonly Frame[] | null) => void

/**
 * Asks for pictures by their ids, all that are wanted in one moment together. `begin` is called as the first of them is wanted, so
 * that what it writes to belongs to that moment.
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
