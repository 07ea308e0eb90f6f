import type { KindCount, SearchKind, TextPiece } from '#shared/contract/search/endpoints'
import { search } from '#shared/contract/search/endpoints'
import { call } from '../../platform/api'
import { createListSlice } from '../../platform/list-slice'
import { keyOf } from './address'

/** The search text and its filters. `from` is the first instant included and `to` the first one excluded. */
export interface SearchQuery {
  query: string
  kinds: SearchKind[]
  from?: string | undefined
  to?: string | undefined
}

const paramsOf = ({ query, kinds, from, to }: SearchQuery) => ({
  query,
  ...(kinds.length > 0 && { kinds }),
  ...(from && { from }),
  ...(to && { to }),
})

/** All results of a search in the chosen workspace, which the page shows. */
export const useSearch = createListSlice('search', {
  async list(page, query: SearchQuery) {
    const outcome = await call(search, { ...paramsOf(query), ...page })
    if (!outcome.ok) return outcome
    const { hits: data, next_cursor, counts, corrected } = outcome.data
    return { ...outcome, data, next_cursor, extra: { counts, corrected } }
  },
  key: keyOf,
  query: { query: '', kinds: [] },
  extra: { counts: [] as KindCount[], corrected: null as TextPiece[] | null },
})

const quickResultLimit = 8

/** The best results for the text in the palette. */
export const useQuickSearch = createListSlice('quickSearch', {
  async list(_page, query: string) {
    const outcome = await call(search, { query, limit: quickResultLimit })
    return outcome.ok ? { ...outcome, data: outcome.data.hits } : outcome
  },
  key: keyOf,
  query: '',
})
