import { useEffect, useMemo } from 'react'
import { listFrames } from '#shared/contract/sources/endpoints'
import { call } from '../../../platform/api'
import { createKeyedListSlice } from '../../../platform/keyed-list-slice'
import { unloaded } from '../../../platform/list-loader'
import { batchFrames, withUrls } from '../batch-frames'
import type { SourceKey } from '../keys'
import { sourceOf } from '../keys'

interface Span {
  key: SourceKey
  from: string
  to: string
}

const perPage = 24
const nameOf = ({ key, from, to }: Span) => [key, from, to].join()

/** Pictures by their source and span, newest first. */
const useFrames = createKeyedListSlice('earlierFrames', {
  list({ key, from, to }: Span, page) {
    const source = sourceOf(key)
    if (!source) throw new Error(`${key} is no source.`)
    return call(listFrames, { source, from, to, limit: perPage, ...page })
  },
  key: frame => frame.id,
  nameOf,
  actions: ({ changer }) => ({
    renewer: (span: Span) =>
      batchFrames(() => {
        const change = changer(span)
        return (_ids, found) => change(frames => withUrls(frames, found))
      }),
  }),
})

/** Loads the pictures of a source within a span, page by page; none without a span. */
export function useEarlier(key: SourceKey, span: { from: string; to: string } | null) {
  const { from, to } = span ?? { from: '', to: '' }
  const at = useMemo(() => ({ key, from, to }), [key, from, to])
  const list = useFrames(state => state.lists[nameOf(at)]) ?? unloaded
  const { load, loadMore, renewer } = useFrames.getState()
  useEffect(() => {
    if (at.from) void load(at)
  }, [at, load])
  const renew = useMemo(() => renewer(at), [at, renewer])
  return { ...list, load: () => load(at), loadMore: () => loadMore(at), renew }
}
