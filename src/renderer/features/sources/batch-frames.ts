import { type Frame, readFrames } from '#shared/contract/sources/endpoints'
import { call } from '../../platform/api'

/** The largest number of ids in one call. */
const maxPerCall = 100

/** Receives the answer for these ids; null when the request failed. */
type OnFrames = (ids: readonly string[], found: readonly Frame[] | null) => void

/**
 * Requests pictures by their ids; requests of one moment are sent as one call. `begin` is called with the first of
 * them, so that its writer belongs to that moment.
 */
export function batchFrames(begin: () => OnFrames): (id: string) => void {
  const wanted = new Set<string>()
  return id => {
    wanted.add(id)
    if (wanted.size > 1) return
    const segment = begin()
    queueMicrotask(async () => {
      const ids = [...wanted]
      wanted.clear()
      for (let from = 0; from < ids.length; from += maxPerCall) {
        const some = ids.slice(from, from + maxPerCall)
        const outcome = await call(readFrames, { ids: some })
        segment(some, outcome.ok ? outcome.data : null)
      }
    })
  }
}

/** Returns the frames with the addresses that were found for them. */
export function withUrls<T extends Pick<Frame, 'id' | 'url'>>(frames: T[], found: readonly Frame[] | null): T[] {
  const urls = new Map(found?.map(frame => [frame.id, frame.url]))
  return frames.map(frame => ({ ...frame, url: urls.get(frame.id) ?? frame.url }))
}
