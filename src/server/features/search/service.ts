import type { Body } from '#shared/contract/endpoint'
import type { KindCount, SearchAnswer, search as searchEndpoint } from '#shared/contract/search/endpoints'
import { search as limits } from '#shared/contract/search/limits'
import { registryOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import type { Searchable } from '../../platform/searchable'
import { parseQuery, type Query, wantedGroups } from '../../platform/words/query'
import * as actions from './actions'
import { correct } from './correct'
import { byRank, placeFor, type Ranked, turns } from './order'
import * as titles from './titles'

type SearchRequest = Body<typeof searchEndpoint>

const nothing: SearchAnswer = { hits: [], next_cursor: null, counts: [], corrected: null }

/**
 * Searches everything that the caller may see, best match first. If nothing matches as typed, similar words are tried.
 */
export async function search(ctx: MemberContext, asked: SearchRequest): Promise<SearchAnswer> {
  const turn = turns.read(asked.cursor)
  const typed = wantedGroups(parseQuery(asked.query))
  if (typed.length === 0) return nothing
  const asTyped = turn?.isCorrected ? null : await findings(ctx, asked, typed)
  if (asTyped && (turn || asTyped.counts.some(count => count.found > 0))) return pageOf(asTyped, asked, ctx.now, null)
  const correction = await correct(ctx, registryOf(ctx.app).searchables, asked.query, typed)
  const corrected = correction && (await findings(ctx, asked, correction.query))
  // Corrections of single words may match nothing together.
  if (!corrected || !(turn || corrected.counts.some(count => count.found > 0)))
    return asTyped ? { ...nothing, counts: asTyped.counts } : nothing
  return pageOf(corrected, asked, ctx.now, correction.shown)
}

interface Found {
  hits: Ranked[]
  counts: KindCount[]
}

async function findings(
  ctx: MemberContext,
  { kinds, cursor, limit, from, to }: SearchRequest,
  query: Query,
): Promise<Found> {
  const turn = turns.read(cursor)
  const wanted = (searchable: Searchable) => !kinds || kinds.includes(searchable.kind)
  const found = await Promise.all(
    registryOf(ctx.app)
      .searchables.filter(searchable => !turn || wanted(searchable))
      .map(async searchable => {
        const behind = placeFor(searchable.kind, turn)
        const params = {
          query,
          from,
          to,
          until: turn?.until ?? ctx.now,
          behind,
          limit: wanted(searchable) ? limit + 1 : 0,
        }
        return { kind: searchable.kind, ...(await searchable.find(ctx, params)) }
      }),
  )
  return {
    hits: found.flatMap(finding => finding.hits).sort(byRank),
    counts: found.map(({ kind, total }) => ({
      kind,
      found: Math.min(total, limits.ranked),
      is_more: total > limits.ranked,
    })),
  }
}

function pageOf(
  { hits, counts }: Found,
  { limit, cursor }: SearchRequest,
  now: string,
  corrected: SearchAnswer['corrected'],
): SearchAnswer {
  const until = turns.read(cursor)?.until ?? now
  const { shown, next_cursor } = turns.cut(hits, limit, ({ score, at, id, hit }) => ({
    score,
    kind: hit.kind,
    at,
    id,
    until,
    isCorrected: corrected !== null,
  }))
  return { hits: shown.map(entry => entry.hit), next_cursor, counts: cursor ? [] : counts, corrected }
}

/** An action that Mate proposes: see there. */
export const proposeSearch = actions.proposeSearch

/** Current titles of things, to those who may see them: see there. */
export const titlesOf = titles.titlesOf
export type Titled = titles.Titled
