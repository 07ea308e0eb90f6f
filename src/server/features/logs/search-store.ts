import { type RawBuilder, sql } from 'kysely'
import type { LabelAssignment } from '#shared/contract/graphs/label'
import { can } from '#shared/rules/capabilities'
import { limitOf } from '../../platform/cursor'
import type { MemberContext } from '../../platform/request-context'
import { parseQuery } from '../../platform/words/query'
import { isSomething, scopes, tsquery } from '../../platform/words/sql'
import { readable } from '../access/document-sql'
import { graphIds, indexes, labelled } from '../graphs/labels-sql'
import { type LogRow, logColumns, writers } from './logs-store'

/** Search criteria; all that are given must match. */
export interface Search {
  /** As people type them: “quotes”, `or`, `-without`; the last word may be incomplete. */
  words?: string | undefined
  doc_ids?: readonly number[] | undefined
  user_ids?: readonly number[] | undefined
  /** The first instant that counts, and the first that no longer does. */
  from?: string | undefined
  to?: string | undefined
  /** The logs with any of these labels. */
  labels?: readonly LabelAssignment[] | undefined
}

/** The position at which a list of logs continues: after this log. */
export interface SearchPlace {
  at: string
  id: number
}

/** The condition for the labels of logs `l`, where they are not read by their labels. */
export const withLabels = (ctx: MemberContext, { labels }: Search) =>
  labels
    ? sql`and exists (
        select 1 from log_labels has
        join unnest(${graphIds(labels)}, ${indexes(labels)}) as asked (graph_id, label)
          on asked.graph_id = has.graph_id and asked.label = has.label
        where has.organization_id = ${ctx.organization_id} and has.log_id = l.id)`
    : sql``

/** Up to this many documents are listed for the word index; people with more search the whole organisation at once. */
const maximumListed = 100

/**
 * The documents to search: of the given ones, or of all, those that the caller may read. Null if none are given and
 * there are many. This is queried before anything else, so that hidden documents cost the same as missing ones.
 */
export async function documentsOf(ctx: MemberContext, { doc_ids }: Search): Promise<number[] | null> {
  const named = doc_ids ? sql`and d.id = any(${doc_ids}::bigint[])` : sql``
  const { rows } = await sql<{ id: number }>`
    select d.id from documents d where ${readable(ctx)} ${named} limit ${sql.lit(maximumListed + 1)}`.execute(ctx.tx)
  return rows.length > maximumListed ? null : rows.map(row => row.id)
}

/** With more hits than this, words are frequent enough to be found by reading from the newest log on. */
const fewHits = 1_000

/**
 * The condition for matching logs `l`. Only given criteria are in the SQL, so that each combination has a plan of its
 * own. `created_at` names the column of the order.
 */
export function matching(
  ctx: MemberContext,
  { words, user_ids, from, to }: Search,
  documents: readonly number[] | null,
  created_at: RawBuilder<unknown> = sql`l.created_at`,
) {
  const query = parseQuery(words ?? '')
  const scope = documents ? scopes.documents(documents) : scopes.organisation(ctx)
  return sql.join(
    [
      sql`l.organization_id = ${ctx.organization_id}`,
      words && sql`${isSomething(query)} and l.words @@ (${tsquery(ctx, query)} && ${scope})`,
      documents !== null && sql`l.doc_id = any(${documents}::bigint[])`,
      user_ids && sql`l.created_by = any(${user_ids}::bigint[])`,
      from && sql`${created_at} >= ${from}::timestamptz`,
      to && sql`${created_at} < ${to}::timestamptz`,
    ].filter(part => typeof part === 'object'),
    sql` and `,
  )
}

/**
 * The ids of all matches if the words are rare, else null. Without it, a rare word would be searched log by log from
 * the newest on, because the order by time and the word index cannot be combined.
 */
async function rareHits(
  ctx: MemberContext,
  search: Search,
  documents: readonly number[] | null,
): Promise<number[] | null> {
  if (!search.words) return null
  const { rows } = await sql<{ id: number }>`
    select l.id from logs l where ${matching(ctx, search, documents)} limit ${sql.lit(fewHits + 1)}`.execute(ctx.tx)
  return rows.length > fewHits ? null : rows.map(row => row.id)
}

const among = (ids: readonly number[] | null) => (ids ? sql`and l.id = any(${ids}::bigint[])` : sql``)
const withDocuments = sql`logs l join documents d on d.organization_id = l.organization_id and d.id = l.doc_id`

interface Listing {
  after?: SearchPlace | undefined
  limit: number
}

interface Page {
  search: Search
  documents: readonly number[]
  behind: RawBuilder<unknown>
  limit: number
}

/**
 * Each document is read separately from its newest log on, and no other one is touched. At most `limit` documents have
 * any of the newest logs, so those are found first, by one log each.
 */
function fromEachDocument(ctx: MemberContext, { search, documents, behind, limit }: Page) {
  const newest = (count: RawBuilder<unknown>) => sql`
    select l.* from logs l
    where ${matching(ctx, search, null)} and l.doc_id = d.id and (l.created_at, l.id) < ${behind}
    order by l.created_at desc, l.id desc limit ${count}`
  return sql`(
    select hit.* from (
      select d.id from documents d cross join lateral (${newest(sql.lit(1))}) first
      where d.id = any(${documents}::bigint[]) and ${readable(ctx)}
      order by first.created_at desc, first.id desc limit ${limitOf(limit)}
    ) d cross join lateral (${newest(limitOf(limit))}) hit
    order by hit.created_at desc, hit.id desc limit ${limitOf(limit)}
  )`
}

/** Logs that the caller may read, newest first, at most `limit`, after `after`. */
export async function searchLogs(ctx: MemberContext, search: Search, { after, limit }: Listing): Promise<LogRow[]> {
  const { labels } = search
  const documents = await documentsOf(ctx, search)
  if (documents?.length === 0) return []
  const rare = await rareHits(ctx, search, documents)
  if (rare?.length === 0) return []
  const behind = sql`(${after?.at ?? 'infinity'}::timestamptz, ${after?.id ?? 0}::bigint)`
  const found = labels
    ? labelled(ctx, {
        labels,
        graphs: sql`join documents d on d.organization_id = g.organization_id and d.id = g.logbook_id and ${readable(ctx)}`,
        logs: sql`(m.created_at, m.log_id) < ${behind} and ${matching(ctx, search, documents, sql`m.created_at`)} ${among(rare)}`,
        direction: sql`desc`,
        limit: limitOf(limit),
      })
    : documents && !rare && (search.doc_ids || !can(ctx.member, 'logbooks.manage_all'))
      ? fromEachDocument(ctx, { search, documents, behind, limit })
      : // Nothing is hidden from a manager. For others with many documents, one lookup each would cost more than reading on.
        sql`(
          select l.* from ${withDocuments}
          where ${matching(ctx, search, rare ? documents : null)} ${among(rare)} and (l.created_at, l.id) < ${behind} and ${readable(ctx)}
          order by l.created_at desc, l.id desc limit ${limitOf(limit)}
        )`
  const { rows } = await sql<LogRow>`
    select ${logColumns(ctx)} from ${found} l ${writers}
    order by l.created_at desc, l.id desc`.execute(ctx.tx)
  return rows.slice(0, limit)
}

/** Logs that the caller may read, oldest first, at most `limit`. */
export async function oldestLogs(ctx: MemberContext, search: Search, limit: number): Promise<LogRow[]> {
  const documents = await documentsOf(ctx, search)
  if (documents?.length === 0) return []
  const rare = await rareHits(ctx, search, documents)
  if (rare?.length === 0) return []
  const { rows } = await sql<LogRow>`
    select ${logColumns(ctx)} from (
      select l.* from ${withDocuments}
      where ${matching(ctx, search, documents)} ${among(rare)} and ${readable(ctx)}
        ${withLabels(ctx, search)}
      order by l.created_at, l.id limit ${limitOf(limit)}
    ) l ${writers}
    order by l.created_at, l.id`.execute(ctx.tx)
  return rows.slice(0, limit)
}
