import type { SearchHit, SearchKind } from '#shared/contract/search'
import type { MemberContext } from './request-context'
import type { Query } from './words/query'

/** A place in the order of hits: the worth, then the time, then the id, the greatest first. */
export interface Place {
  score: number
  at: string
  id: number
}

export interface SearchParams {
  query: Query
  from?: string | undefined
  to?: string | undefined
  /** The instant of the first page: what came later is not on the following ones. */
  until: string
  behind: Place
  /** Hits that are wanted at most; none where they are only counted. */
  limit: number
}

export interface Findings {
  hits: (Place & { hit: SearchHit })[]
  /** How many there are in all, behind that place or not; counted as far as `limits.search.ranked`, and one more. */
  total: number
}

/** A kind of things that can be looked for. Each shows the caller nothing that they may not see, also not in its counts. */
export interface Searchable {
  readonly kind: SearchKind
  /** The best things that fit, in their order. */
  find(ctx: MemberContext, params: SearchParams): Promise<Findings>
  /**
   * Words that stand in what the caller may see and are like one that was mistyped, or begin with it; folded. There may be others
   * among them.
   */
  wordsLike(ctx: MemberContext, word: string): Promise<readonly string[]>
}
