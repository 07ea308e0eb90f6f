import { useEffect, useMemo } from 'react'
import type { ListedGraph } from '#shared/contract/graphs/endpoints'
import { useGraphs } from '../../graphs/store'

/** Returns the graphs of logbooks, and whether all of them are known. */
export function useGraphsOf(doc_ids: readonly number[]): { graphs: readonly ListedGraph[]; isKnown: boolean } {
  const lists = useGraphs(state => state.lists)
  useEffect(() => {
    for (const doc_id of doc_ids) if (!useGraphs.getState().lists[doc_id]) void useGraphs.getState().load(doc_id)
  }, [doc_ids])
  return useMemo(
    () => ({
      graphs: doc_ids.flatMap(doc_id => lists[doc_id]?.graphs ?? []),
      isKnown: doc_ids.every(doc_id => lists[doc_id]?.status === 'ready'),
    }),
    [doc_ids, lists],
  )
}
