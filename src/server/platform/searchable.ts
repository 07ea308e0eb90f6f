import type { SearchHit, SearchKind } from '#shared/contract/search/endpoints'
import type { MemberContext } from './request-context'
import type { Query } from './words/query'

/** A position in the order of hits: by score, then time, then id, highest first. */
export interface Place {
  score: number
  at: string
  id: number
}

export interface SearchParams {
  query: Query
  from?: string | undefined
  to?: string | undefined
  /** The instant of the first page; later things do not appear on the following pages. */
  until: string
  behind: Place
  /** The largest number of hits; 0 if they are only counted. */
  limit: number
}

export interface Findings {
  hits: (Place & { hit: SearchHit })[]
  /** The total number of hits, independent of the position; counted up to `limits.search.ranked` plus one. */
  total: number
}

/** A kind of things that can be searched. Neither hits nor counts reveal what the caller may not see. */
export interface Searchable {
  readonly kind: SearchKind
  /** The best matches in their order. */
  find(ctx: MemberContext, params: SearchParams): Promise<Findings>
  /**
   * Words in what the caller may see that resemble a mistyped word or begin with it; folded. The list may contain
   * others.
   */
  wordsLike(ctx: MemberContext, word: string): Promise<readonly string[]>
}
