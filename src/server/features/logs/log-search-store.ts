import { type RawBuilder, sql } from 'kysely'
import { search as limits } from '#shared/contract/search/limits'
import { day } from '#shared/limits'
import { can } from '#shared/rules/capabilities'
import type { MemberContext } from '../../platform/request-context'
import type { Place, SearchParams } from '../../platform/searchable'
import { bestOf, isSomething, scopes, textScore, tsquery, within, wordQuery } from '../../platform/words/sql'
import { readable } from '../access/document-sql'

export interface FoundLog extends Place {
  doc_id: number
  doc_name: string
  title: string
  text: string
  by: string | null
}

/** How many characters of a text are read for its excerpt. */
const excerptFrom = sql.lit(30_000)
/** Up to this many documents are listed in the query; people with more search the whole organisation at once. */
const maximumListed = 64
/** The last days, in which a word's frequency is tested before all of its hits are requested. */
const recentDays = 8
/** In a few documents, this many of the newest logs are scanned if most of the first handful match. */
const readThrough = 2_500
const sampleSize = 60
const most = 0.4
/** With more hits than this, the newest days are read first instead of reading the time of every hit. */
const readForTime = 10_000

/** A limit that PostgreSQL does not know when it plans. For a known one, it would scan the table from its beginning. */
const atMost = (count: number) => sql`limit (select ${sql.lit(count)})`

const ranked = sql.lit(limits.ranked)

const dayOf = (instant: string) => Math.floor(Date.parse(instant) / day)
/** Days in a row, the last one first. */
const daysBetween = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, nr) => last - nr)

/**
 * Logs with the words within a scope. Rows outside the scope are never read. The sum in the condition keeps PostgreSQL
 * from using another index.
 */
const fitting = (ctx: MemberContext, { query, until }: SearchParams, scope: RawBuilder<unknown>) => sql`
  select l.id, l.doc_id, l.created_at from logs l
  where l.organization_id = ${ctx.organization_id} and ${isSomething(query)} and l.words @@ (${tsquery(ctx, query)} && ${scope})
    and l.created_at + interval '0' <= ${until}::timestamptz`

/** The same for each day, in the order of the days, so that a limit ends it early. */
function dayByDay(
  ctx: MemberContext,
  params: SearchParams,
  days: readonly number[],
  documents: readonly number[] | null,
) {
  const ofDay = scopes.day(ctx, sql`t.day`)
  const scope = documents ? sql`(${ofDay} && ${scopes.documents(documents)})` : ofDay
  return sql`
    select l.* from unnest(${days}::bigint[]) t (day) cross join lateral (
      ${fitting(ctx, params, scope)} order by l.created_at desc, l.id desc offset 0
    ) l`
}

interface SearchScope {
  /** True if the caller may read all existing documents, and none is deleted. */
  is_all: boolean
  /** The documents that the caller may read, if these are few and there are others. */
  documents: number[] | null
  oldest: string | null
}

/** What is known before hits are read. */
async function searchScope(ctx: MemberContext): Promise<SearchScope> {
  const { organization_id } = ctx
  const { rows } = await sql<Omit<SearchScope, 'documents'> & { documents: number[] }>`
    select
      array(select d.id from documents d where ${readable(ctx)} limit ${sql.lit(maximumListed + 1)}) as documents,
      not exists (
        select from documents d where d.organization_id = ${organization_id} and (${readable(ctx)}) is not true
      ) as is_all,
      (select l.created_at from logs l where l.organization_id = ${organization_id} order by l.created_at limit 1) as oldest`.execute(
    ctx.tx,
  )
  const { documents = [], is_all = true, oldest = null } = rows[0] ?? {}
  return { is_all, documents: is_all || documents.length > maximumListed ? null : documents, oldest }
}

interface Hits {
  /**
   * The newest matches if there are more than are ranked; otherwise all of them. Null if counting them needs another
   * query.
   */
  ids: number[] | null
  /** True if there are more. */
  isCut: boolean
}

/** Hits in the whole organisation, without an access check. */
interface HitsOfAll {
  /** The newest ones, newest first, if the last days have more than are ranked. */
  recent: number[] | null
  /** All of them; null if there are too many. */
  ids: number[] | null
}

async function hitsOfAll(ctx: MemberContext, params: SearchParams): Promise<HitsOfAll> {
  const today = dayOf(params.until)
  const { rows } = await sql<{ recent: number[]; ids: number[] }>`
    with recent as materialized (
      ${dayByDay(ctx, params, daysBetween(today - recentDays + 1, today), null)} ${atMost(limits.ranked + 1)}
    )
    select
      array(select l.id from recent l) as recent,
      array(
        select l.id from (${fitting(ctx, params, scopes.organisation(ctx))} offset 0) l
        where (select count(*) from recent) <= ${ranked} ${atMost(limits.ranked + 1)}
      ) as ids`.execute(ctx.tx)
  const { recent = [], ids = [] } = rows[0] ?? {}
  const isMany = recent.length > limits.ranked
  return {
    recent: isMany ? recent.slice(0, limits.ranked) : null,
    ids: isMany || ids.length > limits.ranked ? null : ids,
  }
}

/** The newest logs of some documents: equally many of each, and none older than one that is left out. */
function newestOf(ctx: MemberContext, params: SearchParams, documents: readonly number[], count: number) {
  const each = sql.lit(Math.ceil(count / Math.max(1, documents.length)))
  return sql`
    select l.id, l.created_at, l.fits from (
      select l.*, max(l.created_at) filter (where l.nr = ${each}) over () as complete_from
      from unnest(${documents}::bigint[]) s (id) cross join lateral (
        select l.id, l.created_at, ts_match_vq(l.words, ${tsquery(ctx, params.query)}) as fits,
          row_number() over (order by l.created_at desc, l.id desc) as nr
        from logs l
        where l.organization_id = ${ctx.organization_id} and l.doc_id = s.id and ${inTime(params)}
        order by l.created_at desc, l.id desc limit ${each}
      ) l
    ) l where l.complete_from is null or l.created_at > l.complete_from`
}

/**
 * The hits in a few documents. A prefix that many words share costs the index as much as all logs with any of them,
 * however few are requested. So it is looked up once, and not at all if scanning the newest logs yields enough.
 */
async function hitsIn(ctx: MemberContext, params: SearchParams, documents: readonly number[]): Promise<Hits> {
  if (documents.length === 0) return { ids: [], isCut: false }
  const { rows } = await sql<{ newest: number[]; ids: number[]; found: number }>`
    with sample as materialized (${newestOf(ctx, params, documents, sampleSize)}),
    newest as materialized (
      select l.id, l.created_at from (${newestOf(ctx, params, documents, readThrough)}) l
      where l.fits and ${isSomething(params.query)} and (select count(*) filter (where fits) >= ${sql.lit(most)} * count(*) from sample)
    ),
    found as materialized (
      select l.id, l.created_at from (${fitting(ctx, params, scopes.documents(documents))} offset 0) l
      where (select count(*) from newest) <= ${ranked} ${atMost(readForTime + 1)}
    )
    select
      array(select l.id from newest l order by l.created_at desc, l.id desc limit ${sql.lit(limits.ranked + 1)}) as newest,
      (select count(*) from found) as found,
      array(
        select l.id from found l where ${inTime(params)} order by l.created_at desc, l.id desc limit ${sql.lit(limits.ranked + 1)}
      ) as ids`.execute(ctx.tx)
  const { newest = [], ids = [], found = 0 } = rows[0] ?? {}
  if (found > readForTime) return { ids: null, isCut: true }
  const best = newest.length > limits.ranked ? newest : ids
  return { ids: best.slice(0, limits.ranked), isCut: best.length > limits.ranked }
}

const inTime = (params: SearchParams) =>
  sql`l.created_at <= ${params.until}::timestamptz ${within(sql`l.created_at`, params)}`
/** Evaluated once for all logs. */
const isReadable = (ctx: MemberContext) =>
  sql`l.doc_id = any(array(select d.id from documents d where ${readable(ctx)}))`
/** The newest of some logs that the caller may read. */
const among = (ctx: MemberContext, params: SearchParams, ids: readonly number[]) => sql`
  select l.id, l.created_at from logs l
  where l.organization_id = ${ctx.organization_id} and l.id = any(${ids}::bigint[]) and ${isReadable(ctx)} and ${inTime(params)}
  order by l.created_at desc, l.id desc limit ${ranked}`

/** The newest matching logs, from the newest day on, so that a frequent word costs little more than a rare one. */
function newest(ctx: MemberContext, params: SearchParams, { oldest, documents }: SearchScope): RawBuilder<unknown> {
  const last = Math.min(dayOf(params.until), dayOf(params.to ?? params.until))
  const first = Math.max(dayOf(oldest ?? params.until), dayOf(params.from ?? oldest ?? params.until))
  return sql`
    select l.id, l.created_at from (${dayByDay(ctx, params, daysBetween(first, last), documents)}) l
    where ${isReadable(ctx)} and ${inTime(params)} ${atMost(limits.ranked)}`
}

/** The hits to rank, by the cheapest method. */
async function hitsOf(
  ctx: MemberContext,
  params: SearchParams,
  { is_all, documents }: SearchScope,
  all: HitsOfAll | null,
): Promise<Hits> {
  if (documents && !all?.ids) return hitsIn(ctx, params, documents)
  const { recent, ids } = all ?? (await hitsOfAll(ctx, params))
  if (is_all && recent && !params.from && !params.to) return { ids: recent, isCut: true }
  return { ids, isCut: ids === null }
}

/** The best of the newest matching logs that the caller may read, by title and text. */
export async function findLogs(ctx: MemberContext, params: SearchParams): Promise<{ rows: FoundLog[]; total: number }> {
  // In one batch: where people who manage all logbooks search is known beforehand.
  const [scope, all] = await Promise.all([
    searchScope(ctx),
    can(ctx.member, 'logbooks.manage_all') ? hitsOfAll(ctx, params) : null,
  ])
  const { ids, isCut } = await hitsOf(ctx, params, scope, all)
  if (ids?.length === 0) return { rows: [], total: 0 }
  const { rows, total } = await bestOf<FoundLog>(
    ctx,
    sql`
      select n.id, n.created_at as at, ${textScore(ctx, sql`l.words`, params.query)} as score
      from (${ids ? among(ctx, params, ids) : newest(ctx, params, scope)}) n
      join logs l on l.organization_id = ${ctx.organization_id} and l.id = n.id`,
    params,
    {
      columns: sql`l.title, left(l.content, ${excerptFrom}) as text, u.displayname as by, d.id as doc_id, d.name as doc_name`,
      joins: sql`join logs l on l.organization_id = ${ctx.organization_id} and l.id = h.id
        join documents d on d.organization_id = l.organization_id and d.id = l.doc_id and ${readable(ctx)}
        left join users u on u.id = l.created_by`,
    },
  )
  return { rows, total: isCut && total === limits.ranked ? total + 1 : total }
}

/** The words that occur in logs that the caller may read. Each document is looked up in the index separately. */
export async function wordsInLogs(ctx: MemberContext, words: readonly string[]): Promise<string[]> {
  // A limit that PostgreSQL does not know when it plans. For a known limit of one, it would scan the table from its
  // beginning instead of using the index.
  const unplannedLimit = sql`(select 1)`
  const { rows } = await sql<{ word: string }>`
    with seen as materialized (select d.id from documents d where ${readable(ctx)})
    select w.word from unnest(${words}::text[]) w (word)
    where exists (
      select from seen s cross join lateral (
        select from logs l
        where l.organization_id = ${ctx.organization_id} and l.words @@ (${wordQuery(ctx, sql`w.word`)} && ${scopes.document(sql`s.id`)})
        limit ${unplannedLimit}
      ) l
    )`.execute(ctx.tx)
  return rows.map(row => row.word)
}
