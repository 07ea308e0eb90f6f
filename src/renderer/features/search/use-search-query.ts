import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { SearchKind } from '#shared/contract/search/endpoints'
import { search as limits } from '#shared/contract/search/limits'
import { daysInSearch, type SearchDays } from '#shared/rules/search-days'
import { dayAfter, startOfDay } from '../../platform/days'
import { useFormat } from '../../platform/format'
import { usePreferences } from '../../platform/preferences'
import { kindsInOrder } from './address'
import type { SearchQuery } from './store'

/** The search in the address; days are in the reader’s zone and inclusive. */
interface AddressParams {
  query: string
  kinds: SearchKind[]
  from: string
  to: string
  /** Whether words such as “last week” are searched for as they are. */
  isLiteral: boolean
}

const dayIn = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) && Date.parse(text) ? text : '')

function withoutBeside(address: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(address)
  rest.delete('open')
  return rest
}

/** Returns the search in the address and the function that changes it. */
export function useSearchQuery(): {
  params: AddressParams
  query: SearchQuery
  /** The days that the words name, if they count: not beside days that were chosen otherwise. */
  named: SearchDays | null
  change: (to: Partial<AddressParams>) => void
  /** The address of the result that is open beside the others; null if none is. */
  beside: string | null
  /** Opens a result, or none. Going from one to the next leaves one step back, and walking along them none. */
  open: (address: string | null, isStep?: boolean) => void
} {
  const [address, setAddress] = useSearchParams()
  const { dayKey } = useFormat()
  const language = usePreferences(state => state.language)
  const beside = address.get('open')
  const text = withoutBeside(address).toString()
  const { params, query, named } = useMemo(() => {
    const given = new URLSearchParams(text)
    const kinds = (given.get('kinds') ?? '').split(',')
    const params: AddressParams = {
      query: (given.get('q') ?? '').trim().slice(0, limits.queryLength),
      kinds: kindsInOrder.filter(kind => kinds.includes(kind)),
      from: dayIn(given.get('from')),
      to: dayIn(given.get('to')),
      isLiteral: given.get('days') === 'words',
    }
    const isRead = !params.isLiteral && !params.from && !params.to
    const named = isRead ? daysInSearch(params.query, { language, today: dayKey(Date.now()) }) : null
    const { from, to } = named?.range ?? params
    const query: SearchQuery = {
      query: named?.rest ?? params.query,
      kinds: params.kinds,
      ...(from && { from: startOfDay(from, dayKey) }),
      ...(to && { to: startOfDay(dayAfter(to), dayKey) }),
    }
    return { params, query, named }
  }, [text, dayKey, language])
  const change = (to: Partial<AddressParams>) => {
    // Days that are chosen otherwise take the place of those that the words name, and other words may name days again.
    const rest = (to.from || to.to) && named ? { query: named.rest } : {}
    const isLiteral = params.isLiteral && to.query === undefined
    const now = { ...params, isLiteral, ...rest, ...to }
    const days = now.isLiteral ? 'words' : ''
    const entries = { q: now.query, kinds: now.kinds.join(','), from: now.from, to: now.to, days }
    setAddress(Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== '')), { replace: true })
  }
  const open = (to: string | null, isStep = false) =>
    setAddress(
      now => {
        const next = withoutBeside(now)
        if (to !== null) next.set('open', to)
        return next
      },
      { replace: isStep || beside !== null },
    )
  return { params, query, named, change, beside, open }
}
