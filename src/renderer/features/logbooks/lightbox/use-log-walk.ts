import { useCallback, useEffect, useRef, useState } from 'react'
import type { Log } from '#shared/contract/logbooks'
import type { GalleryState } from '../../../ui/gallery'
import type { LightboxPicture } from '../../../ui/lightbox'
import { useTimelines } from '../timelines'
import { neighbour, type Way } from './neighbour'

/** Pages in a row that may have no pictures before the person is asked to go on. */
export const mostPages = 10

interface Collected {
  pictures: readonly LightboxPicture[]
  state: GalleryState
}

/** What there is to say of the way. */
export type Notice =
  | { kind: 'looking' | 'end' | 'failed'; way: Way }
  | { kind: 'paused'; way: Way; count: number }
  | { kind: 'entered'; log: Log }

interface Place {
  log: Log
  picture_id: string
}

/**
 * The way from picture to picture over the borders of logs. `mounted` are the logs whose pictures have to be collected and
 * told with `report`.
 */
export function useLogWalk(doc_id: number, start: Place) {
  const [at, setAt] = useState(start)
  const [probed, probe] = useState<Log | null>(null)
  const [collected, setCollected] = useState<ReadonlyMap<number, Collected>>(new Map())
  const [notice, setNotice] = useState<Notice | null>(null)
  const waiting = useRef(new Map<number, (found: Collected) => void>())
  /** The log whose pictures could not be asked for: until it is asked again, it tells the same once more. */
  const failed = useRef<number | null>(null)
  /** Counts what was asked for: an answer to anything before comes too late. */
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
      const told = (found: Collected) => {
        failed.current = found.state === 'failed' ? log.id : null
        resolve(found)
      }
      waiting.current = new Map([[log.id, told]])
      probe(log)
    })
  }

  async function go(way: Way): Promise<void> {
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
      // What could not be asked for is asked for once more when somebody comes this way again.
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
  way: Way
  /** The pictures of a log, once they are known. */
  collect: (log: Log) => Promise<Collected>
  /** Nobody waits for it any more. */
  isLate: () => boolean
}

type Found = ({ kind: 'found' } & Place) | { kind: 'end' | 'failed' } | { kind: 'paused'; count: number }

/** Looks for the next picture, log by log and page by page; null when it comes too late. */
async function seek(search: Search): Promise<Found | null> {
  const { doc_id, way, isLate } = search
  let { from } = search
  let passed = 0
  for (let pages = 0; ; pages += 1) {
    const found = await amongLoaded({ ...search, from })
    if (!('from' in found)) return isLate() ? null : found
    if (pages === mostPages) return { kind: 'paused', count: passed }
    from = found.from
    const before = logsOf(doc_id).length
    const outcome = await reach(doc_id, way)
    if (isLate()) return null
    if (outcome !== 'there') return { kind: outcome }
    passed += logsOf(doc_id).length - before
  }
}

const logsOf = (doc_id: number) => useTimelines.getState().timelines[doc_id]?.logs ?? []

/** The next picture in logs that are in memory; otherwise the last of these logs, to go on from. */
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

/** Loads the next page of a timeline, or waits for the one that is on its way. */
async function reach(doc_id: number, way: Way): Promise<'there' | 'end' | 'failed'> {
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
