import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { SearchKind } from '#shared/contract/search/endpoints'
import { search as limits } from '#shared/contract/search/limits'
import { dayAfter, startOfDay } from '../../platform/days'
import { useFormat } from '../../platform/format'
import { kindsInOrder } from './address'
import type { SearchQuery } from './store'

/** The search in the address; days are in the reader’s zone and inclusive. */
interface AddressParams {
  query: string
  kinds: SearchKind[]
  from: string
  to: string
}

const dayIn = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) && Date.parse(text) ? text : '')

/** Returns the search in the address and the function that changes it. */
export function useSearchQuery(): {
  params: AddressParams
  query: SearchQuery
  change: (to: Partial<AddressParams>) => void
} {
  const [address, setAddress] = useSearchParams()
  const { dayKey } = useFormat()
  const text = address.toString()
  const { params, query } = useMemo(() => {
    const given = new URLSearchParams(text)
    const named = (given.get('kinds') ?? '').split(',')
    const params: AddressParams = {
      query: (given.get('q') ?? '').trim().slice(0, limits.queryLength),
      kinds: kindsInOrder.filter(kind => named.includes(kind)),
      from: dayIn(given.get('from')),
      to: dayIn(given.get('to')),
    }
    const query: SearchQuery = {
      query: params.query,
      kinds: params.kinds,
      ...(params.from && { from: startOfDay(params.from, dayKey) }),
      ...(params.to && { to: startOfDay(dayAfter(params.to), dayKey) }),
    }
    return { params, query }
  }, [text, dayKey])
  const change = (to: Partial<AddressParams>) => {
    const now = { ...params, ...to }
    const entries = { q: now.query, kinds: now.kinds.join(','), from: now.from, to: now.to }
    setAddress(Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== '')), { replace: true })
  }
  return { params, query, change }
}
