import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type Filter, filterFrom, filterKey } from './filter'
import { type AddressParams, timelineAddress } from './store'

/**
 * Returns the filter in the address of the timeline, as the same object until it changes. `addressOf` returns the
 * address of another place in the timeline with the same filter.
 */
export function useFilter(doc_id: number) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const parsed = filterFrom(query)
  const key = filterKey(parsed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the filter.
  const filter = useMemo(() => parsed, [key])
  const addressOf = useCallback((params?: AddressParams) => timelineAddress(doc_id, filter, params), [doc_id, filter])
  const on = query.get('on') ?? undefined
  const setFilter = useCallback(
    (next: Filter) => void navigate(timelineAddress(doc_id, next, { on }), { replace: true }),
    [doc_id, navigate, on],
  )
  return { filter, addressOf, setFilter }
}
