import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Frame, listFrames } from '#shared/contract/sources/endpoints'
import { apiPage, CallFailed } from '../../../platform/api'
import { batchFrames } from '../batch-frames'
import { type SourceKey, sourceOf } from '../keys'

interface Earlier {
  /** Newest first. */
  frames: Frame[]
  /** The cursor of the next page; null at the end. */
  next: string | null
  state: 'loading' | 'ready' | 'failed'
}

const nothing: Earlier = { frames: [], next: null, state: 'loading' }
const perPage = 24

/**
 * Loads the pictures of a source within a span, page by page; none without a span. `load` loads the next page, or
 * retries a failed one.
 */
export function useEarlier(key: SourceKey, span: { from: string; to: string } | null) {
  const [held, setHeld] = useState(nothing)
  const { from, to } = span ?? { from: '', to: '' }
  /** Identifies the current request; answers to earlier ones are dropped. */
  const currentRequest = useRef('')

  const load = useCallback(
    async (cursor: string | null) => {
      const source = sourceOf(key)
      const mine = [key, from, to].join()
      if (!source || !from) return
      setHeld(before => ({ ...before, state: 'loading' }))
      try {
        const params = { source, from, to, limit: perPage, ...(cursor !== null && { cursor }) }
        const { items, next_cursor } = await apiPage(listFrames, params)
        if (currentRequest.current !== mine) return
        setHeld(before => ({ frames: [...before.frames, ...items], next: next_cursor, state: 'ready' }))
      } catch (cause) {
        if (!(cause instanceof CallFailed)) throw cause
        if (currentRequest.current === mine) setHeld(before => ({ ...before, state: 'failed' }))
      }
    },
    [key, from, to],
  )
  useEffect(() => {
    currentRequest.current = [key, from, to].join()
    setHeld(nothing)
    void load(null)
    return () => {
      currentRequest.current = ''
    }
  }, [key, from, to, load])

  const renew = useMemo(
    () =>
      batchFrames(() => (_ids, found) => {
        const urls = new Map(found?.map(frame => [frame.id, frame.url]))
        setHeld(before => ({
          ...before,
          frames: before.frames.map(frame => ({ ...frame, url: urls.get(frame.id) ?? frame.url })),
        }))
      }),
    [],
  )
  return { ...held, load: () => load(held.next), renew }
}
