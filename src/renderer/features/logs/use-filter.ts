import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type Filter, filterFrom, filterKey, toQuery } from './filter'

/** A place in a timeline as its address contains it. */
interface AddressParams {
  log?: number
  /** `YYYY-MM-DD` */
  on?: string
}

/** Returns the address of a timeline with a filter. */
export function timelineAddress(doc_id: number, filter: Filter, { log, on }: AddressParams = {}): string {
  const query = new URLSearchParams({
    ...(log !== undefined && { log: String(log) }),
    ...(on !== undefined && { on }),
    ...toQuery(filter),
  }).toString()
  // Commas are harmless in an address and easier to read.
  return `/docs/${doc_id}${query && `?${query.replaceAll('%2C', ',')}`}`
}

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
