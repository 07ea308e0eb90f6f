import type { KindCount, SearchAnswer, SearchHit, SearchKind, TextPiece } from '#shared/contract/search/endpoints'
import { search } from '#shared/contract/search/endpoints'
import { call } from '../../platform/api'
import { createSlice } from '../../platform/store'
import { keyOf } from './address'

interface Failure {
  code: string
  message: string
}

/** The search text and its filters. `from` is the first instant included and `to` the first one excluded. */
export interface SearchQuery {
  query: string
  kinds: SearchKind[]
  from?: string | undefined
  to?: string | undefined
}

export interface Listing {
  query: SearchQuery
  status: 'loading' | 'ready' | 'failed'
  failure: Failure | null
  hits: SearchHit[]
  counts: KindCount[]
  corrected: TextPiece[] | null
  next: string | null
  more: 'idle' | 'loading' | 'failed'
}

/** Results for the text in the palette. Previous results stay until the answer arrives. */
export interface QuickResults {
  query: string
  status: 'loading' | 'ready' | 'failed'
  hits: SearchHit[]
  corrected: TextPiece[] | null
}

interface SearchState {
  listing: Listing | null
  quick: QuickResults | null
}

const initial: SearchState = { listing: null, quick: null }
const quickResultLimit = 8

const isSame = (searchQuery: SearchQuery, other: SearchQuery) => JSON.stringify(searchQuery) === JSON.stringify(other)
const paramsOf = ({ query, kinds, from, to }: SearchQuery) => ({
  query,
  ...(kinds.length > 0 && { kinds }),
  ...(from && { from }),
  ...(to && { to }),
})

/** Searches in the chosen workspace. An answer that arrives after a newer search is dropped. */
export const useSearch = createSlice(
  'search',
  initial,
  (set, get, writer) => ({
    /** Searches for all results, which the page shows. Without a text there are none. */
    async find(query: SearchQuery): Promise<void> {
      if (query.query === '') return set({ listing: null })
      const before = get().listing
      const kept = before?.status === 'ready' ? before : null
      const fresh = { hits: [], counts: [], corrected: null, next: null, ...kept }
      set({ listing: { ...fresh, query, status: 'loading', failure: null, more: 'idle' } })
      const write = writer()
      const outcome = await call(search, paramsOf(query))
      write(({ listing }) => {
        if (!listing || !isSame(listing.query, query)) return
        if (outcome.ok) Object.assign(listing, { status: 'ready', ...shown(outcome.data) })
        else Object.assign(listing, { status: 'failed', failure: { code: outcome.code, message: outcome.message } })
      })
    },

    /** Loads the next results of the list. */
    async more(): Promise<void> {
      const { listing } = get()
      if (!listing?.next || listing.more === 'loading' || listing.status !== 'ready') return
      const { query, next } = listing
      const write = writer()
      write(state => {
        if (state.listing) state.listing.more = 'loading'
      })
      const outcome = await call(search, { ...paramsOf(query), cursor: next })
      write(state => {
        const now = state.listing
        if (!now || now.next !== next || !isSame(now.query, query)) return
        if (!outcome.ok) {
          now.more = 'failed'
          return
        }
        const known = new Set(now.hits.map(keyOf))
        now.hits.push(...outcome.data.hits.filter(hit => !known.has(keyOf(hit))))
        Object.assign(now, { next: outcome.data.next_cursor, more: 'idle' })
      })
    },

    /** Searches for the best results, for the palette. */
    async lookUp(query: string): Promise<void> {
      if (query === '') return set({ quick: null })
      const write = writer()
      write(state => {
        state.quick = { hits: state.quick?.hits ?? [], corrected: null, query, status: 'loading' }
      })
      const outcome = await call(search, { query, limit: quickResultLimit })
      write(({ quick: glance }) => {
        if (glance?.query !== query) return
        if (outcome.ok) Object.assign(glance, { status: 'ready', ...outcome.data })
        else Object.assign(glance, { status: 'failed', hits: [] })
      })
    },
  }),
  { scope: 'organisation' },
)

const shown = ({ hits, counts, corrected, next_cursor: next }: SearchAnswer) => ({ hits, counts, corrected, next })
