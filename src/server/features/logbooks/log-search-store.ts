import { type RawBuilder, sql } from 'kysely'
import { day, search as limits } from '#shared/limits'
import type { MemberScene } from '../../platform/scene'
import type { Place, Wish } from '../../platform/searchable'
import { bestOf, isSomething, scopes, textScore, tsquery, within } from '../../platform/words/sql'
import { readable } from './access-store'

export interface FoundLog extends Place {
  doc_id: number
  doc_name: string
  title: string
  text: string
  by: string | null
}

/** Of a text so much is read for its excerpt. */
const excerptFrom = sql.lit(30_000)
/** Of so many documents each is asked of the index by itself; whoever may read more asks all of the organisation at once. */
const askedApart = 64
/** So many days tell whether a word is common now, before all of its hits are asked for. */
const recentDays = 8

/** A limit that PostgreSQL does not know when it plans: for one that it knows it would rather read the table from its beginning. */
const atMost = (count: number) => sql`limit (select ${sql.lit(count)})`

const ranked = sql.lit(limits.ranked)

const dayOf = (instant: string) => Math.floor(Date.parse(instant) / day)
/** Days in a row, the last one first. */
const daysBetween = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, nr) => last - nr)

/** Logs with the words within a scope. What is not in the scope is not even met. No other index helps: the sum keeps them out. */
const fitting = (at: MemberScene, { query, until }: Wish, scope: RawBuilder<unknown>) => sql`
  select l.id, l.doc_id, l.created_at from logs l
  where l.organization_id = ${at.organization_id} and ${isSomething(query)} and l.words @@ (${tsquery(query)} && ${scope})
    and l.created_at + interval '0' <= ${until}::timestamptz`

/** The same day by day, in the order of the days: a limit ends it early. */
const dayByDay = (at: MemberScene, wish: Wish, days: readonly number[]) => sql`
  select l.* from unnest(${days}::bigint[]) t (day) cross join lateral (
    ${fitting(at, wish, scopes.day(at, sql`t.day`))} order by l.created_at desc, l.id desc offset 0
  ) l`

interface Ground {
  /** The newest logs of the organisation that fit, the newest first, where these days have more than are put in order. */
  recent: number[] | null
  /** All logs of the organisation that fit, whoever may read them; null where these are too many. */
  ids: number[] | null
  /** The caller may read all documents that there are, and none is deleted. */
  is_all: boolean
  /** Documents that the caller may read, where these are few and there are others. */
  documents: number[] | null
  oldest: string | null
}

/** What is known before hits are read. */
async function groundOf(at: MemberScene, wish: Wish): Promise<Ground> {
  const { organization_id } = at
  const today = dayOf(wish.until)
  const { rows } = await sql<Omit<Ground, 'recent' | 'ids'> & { recent: number[]; ids: number[]; documents: number[] }>`
    with recent as materialized (
      ${dayByDay(at, wish, daysBetween(today - recentDays + 1, today))} ${atMost(limits.ranked + 1)}
    )
    select
      array(select l.id from recent l) as recent,
      array(
        ${fittingIds(at, wish)} and (select count(*) from recent) <= ${ranked} ${atMost(limits.ranked + 1)}
      ) as ids,
      array(select d.id from documents d where ${readable(at)} limit ${sql.lit(askedApart + 1)}) as documents,
      not exists (
        select from documents d where d.organization_id = ${organization_id} and (${readable(at)}) is not true
      ) as is_all,
      (select l.created_at from logs l where l.organization_id = ${organization_id} order by l.created_at limit 1) as oldest`.execute(
    at.tx,
  )
  const { recent = [], ids = [], documents = [], is_all = true, oldest = null } = rows[0] ?? {}
  const isMany = recent.length > limits.ranked
  return {
    recent: isMany ? recent.slice(0, limits.ranked) : null,
    ids: isMany || ids.length > limits.ranked ? null : ids,
    is_all,
    documents: is_all || documents.length > askedApart ? null : documents,
    oldest,
  }
}

const fittingIds = (at: MemberScene, wish: Wish) => sql`
  select l.id from (${fitting(at, wish, scopes.organisation(at))} offset 0) l where true`

/** The hits in documents that are asked one by one; null where they are too many. */
async function idsIn(at: MemberScene, wish: Wish, documents: readonly number[]): Promise<number[] | null> {
  const { rows } = await sql<{ id: number }>`
    select l.id from unnest(${documents}::bigint[]) s (id) cross join lateral (
      ${fitting(at, wish, scopes.document(sql`s.id`))} offset 0
    ) l ${atMost(limits.ranked + 1)}`.execute(at.tx)
  return rows.length > limits.ranked ? null : rows.map(row => row.id)
}

const inTime = (wish: Wish) => sql`l.created_at <= ${wish.until}::timestamptz ${within(sql`l.created_at`, wish)}`
/** Asked once for all logs. */
const isReadable = (at: MemberScene) => sql`l.doc_id = any(array(select d.id from documents d where ${readable(at)}))`
/** The newest of some logs, as far as the caller may read them. */
const among = (at: MemberScene, wish: Wish, ids: readonly number[]) => sql`
  select l.id, l.created_at from logs l
  where l.organization_id = ${at.organization_id} and l.id = any(${ids}::bigint[]) and ${isReadable(at)} and ${inTime(wish)}
  order by l.created_at desc, l.id desc limit ${ranked}`

/** The newest logs that fit, met from the newest day on: so a word that stands everywhere costs little more than a rare one. */
function newest(at: MemberScene, wish: Wish, { oldest }: Ground): RawBuilder<unknown> {
  const last = Math.min(dayOf(wish.until), dayOf(wish.to ?? wish.until))
  const first = Math.max(dayOf(oldest ?? wish.until), dayOf(wish.from ?? oldest ?? wish.until))
  return sql`
    select l.id, l.created_at from (${dayByDay(at, wish, daysBetween(first, last))}) l
    where ${isReadable(at)} and ${inTime(wish)} ${atMost(limits.ranked)}`
}

/** Logs that the caller may read, by their titles and texts: the best of the newest that fit. */
export async function findLogs(at: MemberScene, wish: Wish): Promise<{ rows: FoundLog[]; total: number }> {
  const ground = await groundOf(at, wish)
  const isWhole = ground.is_all && !wish.from && !wish.to
  const ids =
    (isWhole && ground.recent) || ground.ids || (ground.documents && (await idsIn(at, wish, ground.documents)))
  if (ids?.length === 0) return { rows: [], total: 0 }
  const { rows, total } = await bestOf<FoundLog>(
    at,
    sql`
      select n.id, n.created_at as at, ${textScore(sql`l.words`, wish.query)} as score
      from (${ids ? among(at, wish, ids) : newest(at, wish, ground)}) n
      join logs l on l.organization_id = ${at.organization_id} and l.id = n.id`,
    wish,
    {
      columns: sql`l.title, left(l.content, ${excerptFrom}) as text, u.displayname as by, d.id as doc_id, d.name as doc_name`,
      joins: sql`join logs l on l.organization_id = ${at.organization_id} and l.id = h.id
        join documents d on d.organization_id = l.organization_id and d.id = l.doc_id and ${readable(at)}
        left join users u on u.id = l.created_by`,
    },
  )
  const isCut = total === limits.ranked && (!ids || ids === ground.recent)
  return { rows, total: isCut ? total + 1 : total }
}
