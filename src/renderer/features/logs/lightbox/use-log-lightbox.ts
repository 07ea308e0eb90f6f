import { useCallback, useEffect, useRef, useState } from 'react'
import type { Log } from '#shared/contract/logs/log'
import type { GalleryState } from '../../../ui/gallery'
import type { LightboxPicture } from '../../../ui/lightbox'
import { useTimelines } from '../store'
import { type Direction, neighbour } from './neighbour'

/** How many pages in a row may have no pictures before the person is asked to continue. */
export const maxPages = 10

interface Collected {
  pictures: readonly LightboxPicture[]
  state: GalleryState
}

/** The state of the search, to be announced. */
export type Notice =
  | { kind: 'looking' | 'end' | 'failed'; way: Direction }
  | { kind: 'paused'; way: Direction; count: number }
  | { kind: 'entered'; log: Log }

interface Place {
  log: Log
  picture_id: string
}

/**
 * Leads from picture to picture across logs. `mounted` are the logs whose pictures must be collected and passed to
 * `report`.
 */
export function useLogLightbox(doc_id: number, start: Place) {
  const [at, setAt] = useState(start)
  const [probed, probe] = useState<Log | null>(null)
  const [collected, setCollected] = useState<ReadonlyMap<number, Collected>>(new Map())
  const [notice, setNotice] = useState<Notice | null>(null)
  const waiting = useRef(new Map<number, (found: Collected) => void>())
  /** The log whose pictures failed to load. Until it is requested again, it would report the same failure. */
  const failed = useRef<number | null>(null)
  /** Counts the searches, so that answers to earlier ones are dropped. */
  const turn = useRef(0)
  useEffect(
    () => () => {
      turn.current += 1
    },
    [],
  )

  const report = useCallback((log_id: number, pictures: readonly LightboxPicture[], state: GalleryState) => {
    setCollected(before => new Map(before).set(log_id, { pictures, state }))
    if (state === 'failed' && failed.current === log_id) {
      failed.current = null
      return
    }
    if (state !== 'loading') waiting.current.get(log_id)?.({ pictures, state })
  }, [])

  function collect(log: Log): Promise<Collected> {
    return new Promise(resolve => {
      const settle = (found: Collected) => {
        failed.current = found.state === 'failed' ? log.id : null
        resolve(found)
      }
      waiting.current = new Map([[log.id, settle]])
      probe(log)
    })
  }

  async function go(way: Direction): Promise<void> {
    turn.current += 1
    const mine = turn.current
    setNotice({ kind: 'looking', way })
    const isLate = () => turn.current !== mine
    const found = await seek({ doc_id, from: at.log, way, collect, isLate })
    if (found === null) return
    if (found.kind === 'found') {
      setAt(found)
      setNotice({ kind: 'entered', log: found.log })
    } else {
      // A failed log is requested again when the person comes back to it.
      probe(null)
      setNotice({ ...found, way })
    }
  }

  return {
    at,
    notice,
    report,
    pictures: collected.get(at.log.id)?.pictures ?? [],
    mounted: probed && probed.id !== at.log.id ? [at.log, probed] : [at.log],
    go,
    show(picture_id: string) {
      turn.current += 1
      setNotice(null)
      setAt({ ...at, picture_id })
    },
  }
}

interface Search {
  doc_id: number
  from: Log
  way: Direction
  /** Resolves with the pictures of a log once they are known. */
  collect: (log: Log) => Promise<Collected>
  /** Whether a newer search has started. */
  isLate: () => boolean
}

type Found = ({ kind: 'found' } & Place) | { kind: 'end' | 'failed' } | { kind: 'paused'; count: number }

/** Searches log by log and page by page for the next picture; null if a newer search has started. */
async function seek(search: Search): Promise<Found | null> {
  const { doc_id, way, isLate } = search
  let { from } = search
  let passed = 0
  for (let pages = 0; ; pages += 1) {
    const found = await amongLoaded({ ...search, from })
    if (!('from' in found)) return isLate() ? null : found
    if (pages === maxPages) return { kind: 'paused', count: passed }
    from = found.from
    const before = logsOf(doc_id).length
    const outcome = await reach(doc_id, way)
    if (isLate()) return null
    if (outcome !== 'there') return { kind: outcome }
    passed += logsOf(doc_id).length - before
  }
}

const logsOf = (doc_id: number) => useTimelines.getState().timelines[doc_id]?.logs ?? []

/** Returns the next picture in logs that are in memory, otherwise the last of these logs to continue from. */
async function amongLoaded({ doc_id, from, way, collect, isLate }: Search): Promise<Found | { from: Log }> {
  let last = from
  for (let log = neighbour(logsOf(doc_id), last, way); log; log = neighbour(logsOf(doc_id), last, way)) {
    const { pictures, state } = await collect(log)
    const picture = way === 1 ? pictures[0] : pictures.at(-1)
    if (picture) return { kind: 'found', log, picture_id: picture.id }
    if (state === 'failed' || isLate()) return { kind: 'failed' }
    last = log
  }
  return { from: last }
}

/** Loads the next page of a timeline, or waits for one that is loading. */
async function reach(doc_id: number, way: Direction): Promise<'there' | 'end' | 'failed'> {
  const end = way === 1 ? 'older' : 'newer'
  const state = () => useTimelines.getState().timelines[doc_id]
  const { loadOlder, loadNewer } = useTimelines.getState()
  const before = state()
  if (!before || !(way === 1 ? before.hasOlder : before.hasNewer)) return 'end'
  if (before[end] !== 'loading') await (way === 1 ? loadOlder(doc_id) : loadNewer(doc_id))
  else {
    await new Promise<void>(resolve => {
      const stop = useTimelines.subscribe(() => {
        if (state()?.[end] === 'loading') return
        stop()
        resolve()
      })
    })
  }
  return state()?.[end] === 'failed' ? 'failed' : 'there'
}
