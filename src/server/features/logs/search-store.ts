import { type RawBuilder, sql } from 'kysely'
import type { LabelAssignment } from '#shared/contract/graphs'
import { limitOf } from '../../platform/cursor'
import type { MemberContext } from '../../platform/request-context'
import { parseQuery } from '../../platform/words/query'
import { isSomething, scopes, tsquery } from '../../platform/words/sql'
import { readable } from '../access/document-sql'
import { labelled } from '../graphs/labels-sql'
import { type LogRow, logColumns, writers } from './logs-store'

/** What is looked for; everything that is given must hold. */
export interface Search {
  /** As people type them: “quotes”, `or`, `-without`; the last word may be only its beginning. */
  words?: string | undefined
  doc_ids?: readonly number[] | undefined
  user_ids?: readonly number[] | undefined
  /** The first instant that counts, and the first that does not any more. */
  from?: string | undefined
  to?: string | undefined
}

/** Where a list of logs goes on: behind this one. */
export interface SearchPlace {
  at: string
  id: number
}

/** So many documents are named to the index of words; whoever may read more asks all of the organisation at once. */
const askedByName = 100

/**
 * The documents to look in: of those that are named, or of all, the ones that the caller may read. Null where none are named and
 * there are many. It is asked before anything else, so that what is hidden costs what does not exist costs.
 */
async function documentsOf(ctx: MemberContext, { doc_ids }: Search): Promise<number[] | null> {
  const named = doc_ids ? sql`and d.id = any(${doc_ids}::bigint[])` : sql``
  const { rows } = await sql<{ id: number }>`
    select d.id from documents d where ${readable(ctx)} ${named} limit ${sql.lit(askedByName + 1)}`.execute(ctx.tx)
  return rows.length > askedByName ? null : rows.map(row => row.id)
}

/** More hits than this, and words are common enough to be met while reading from the newest on. */
const fewHits = 1_000

/**
 * Which logs `l` match. Only what is given is in the text, so that each shape of a search has a plan of its own. `created_at` names
 * the column that is walked.
 */
function matching(
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
 * The ids of all matches where the words are rare, else null. Without it a rare word would be looked for log by log from the
 * newest on, since the order by time and the index of words exclude one another.
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
  /** Logs that carry any of these. */
  labels?: readonly LabelAssignment[] | undefined
  after?: SearchPlace | undefined
  limit: number
}

/** Logs that the caller may read, newest first, at most `limit`, behind `after`. */
export async function searchLogs(
  ctx: MemberContext,
  search: Search,
  { labels, after, limit }: Listing,
): Promise<LogRow[]> {
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
    : search.doc_ids && documents && !rare
      ? // Each document is walked by itself, from its newest log on, and no other one is met.
        sql`(
          select hit.* from documents d cross join lateral (
            select l.* from logs l
            where ${matching(ctx, search, null)} and l.doc_id = d.id and (l.created_at, l.id) < ${behind}
            order by l.created_at desc, l.id desc limit ${limitOf(limit)}
          ) hit
          where d.id = any(${documents}::bigint[]) and ${readable(ctx)}
          order by hit.created_at desc, hit.id desc limit ${limitOf(limit)}
        )`
      : sql`(
          select l.* from ${withDocuments}
          where ${matching(ctx, search, rare ? documents : null)} ${among(rare)} and (l.created_at, l.id) < ${behind} and ${readable(ctx)}
          order by l.created_at desc, l.id desc limit ${limitOf(limit)}
        )`
  const { rows } = await sql<LogRow>`
    select ${logColumns(ctx)} from ${found} l ${writers}
    order by l.created_at desc, l.id desc`.execute(ctx.tx)
  return rows.slice(0, limit)
}

/** How many logs match that the caller may read. */
export async function countLogs(ctx: MemberContext, search: Search): Promise<number> {
  const documents = await documentsOf(ctx, search)
  if (documents?.length === 0) return 0
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from ${withDocuments} where ${matching(ctx, search, documents)} and ${readable(ctx)}`.execute(
    ctx.tx,
  )
  return rows[0]?.found ?? 0
}
