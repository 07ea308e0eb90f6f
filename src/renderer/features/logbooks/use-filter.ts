import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type Filter, filterFrom, filterKey, inQuery } from './filter'

/** A place in a timeline as its address says it. */
interface AddressParams {
  log?: number
  /** `YYYY-MM-DD` */
  on?: string
}

/** The address of a timeline, narrowed to what a filter says. */
export function timelineAddress(doc_id: number, filter: Filter, { log, on }: AddressParams = {}): string {
  const query = new URLSearchParams({
    ...(log !== undefined && { log: String(log) }),
    ...(on !== undefined && { on }),
    ...inQuery(filter),
  }).toString()
  // Commas are harmless in an address, and people read it.
  return `/docs/${doc_id}${query && `?${query.replaceAll('%2C', ',')}`}`
}

/**
 * What the timeline at the address is narrowed to. The same object until it changes, however often the rest of the address does.
 * `addressOf` leads to another place of the timeline and keeps the filter.
 */
export function useFilter(doc_id: number) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const said = filterFrom(query)
  const key = filterKey(said)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of it.
  const filter = useMemo(() => said, [key])
  const addressOf = useCallback((params?: AddressParams) => timelineAddress(doc_id, filter, params), [doc_id, filter])
  const on = query.get('on') ?? undefined
  const setFilter = useCallback(
    (next: Filter) => void navigate(timelineAddress(doc_id, next, { on }), { replace: true }),
    [doc_id, navigate, on],
  )
  return { filter, addressOf, setFilter }
}
