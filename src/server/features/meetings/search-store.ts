import { sql } from 'kysely'
import { search as limits } from '#shared/contract/search/limits'
import type { MemberContext } from '../../platform/request-context'
import type { Place, SearchParams } from '../../platform/searchable'
import { bestOf, isSomething, scopes, textScore, tsquery, within, wordQuery } from '../../platform/words/sql'
import { readable } from '../access/document-sql'

export interface FoundSegment extends Place {
  doc_id: number
  doc_name: string
  speaker: number
  /** Null until somebody names the speaker. */
  by: string | null
  /** In seconds from the start of the recording. */
  start: number
  text: string
}

/** How many characters of a segment are read for its excerpt. */
const excerptFrom = sql.lit(30_000)
/** Up to this many recordings are listed for the index; people with more search the whole organisation at once. */
const maximumListed = 64
/** With more hits than this, the newest recordings are read first instead of reading the time of every hit. */
const readForTime = 10_000

/** A limit that PostgreSQL does not know when it plans. For a known one, it would scan the table from its beginning. */
const atMost = (count: number) => sql`limit (select ${sql.lit(count)})`

const recordings = (ctx: MemberContext) => sql`d.type = 'diarization' and ${readable(ctx)}`
const inTime = (params: SearchParams) =>
  sql`d.created_at <= ${params.until}::timestamptz ${within(sql`d.created_at`, params)}`

/** The recordings that the caller may read, if these are few. */
async function fewRecordings(ctx: MemberContext): Promise<number[] | null> {
  const { rows } = await sql<{ id: number }>`
    select d.id from documents d where ${recordings(ctx)} limit ${sql.lit(maximumListed + 1)}`.execute(ctx.tx)
  return rows.length > maximumListed ? null : rows.map(row => row.id)
}

/** The newest matches, one more than are ranked; within one recording the last segment first. */
async function newestHits(
  ctx: MemberContext,
  params: SearchParams,
  documents: readonly number[] | null,
): Promise<number[]> {
  const scope = documents ? scopes.documents(documents) : scopes.organisation(ctx)
  const { rows } = await sql<{ id: number }>`
    with found as materialized (
      select s.id, s.doc_id from transcript_segments s
      where s.organization_id = ${ctx.organization_id} and ${isSomething(params.query)}
        and s.words @@ (${tsquery(ctx, params.query)} && ${scope}) ${atMost(readForTime + 1)}
    ),
    few as materialized (select count(*) <= ${sql.lit(readForTime)} as are_few from found)
    (
      select s.id from found s join documents d on d.id = s.doc_id
      where (select are_few from few) and ${recordings(ctx)} and ${inTime(params)}
      order by d.created_at desc, s.id desc limit ${sql.lit(limits.ranked + 1)}
    ) union all (
      select s.id from (
        select d.id from documents d
        where not (select are_few from few) and ${recordings(ctx)} and ${inTime(params)}
        order by d.created_at desc, d.id desc offset 0
      ) d cross join lateral (
        select s.id from transcript_segments s
        where s.organization_id = ${ctx.organization_id} and s.doc_id = d.id
          and ts_match_vq(s.words, ${tsquery(ctx, params.query)})
        order by s.id desc offset 0
      ) s ${atMost(limits.ranked + 1)}
    )`.execute(ctx.tx)
  return rows.map(row => row.id)
}

/** Segments of recordings that the caller may read: the best of the newest matches. */
export async function findSegments(
  ctx: MemberContext,
  params: SearchParams,
): Promise<{ rows: FoundSegment[]; total: number }> {
  const documents = await fewRecordings(ctx)
  const ids = documents?.length === 0 ? [] : await newestHits(ctx, params, documents)
  if (ids.length === 0) return { rows: [], total: 0 }
  const { rows, total } = await bestOf<FoundSegment>(
    ctx,
    sql`
      select s.id, d.created_at as at, ${textScore(ctx, sql`s.words`, params.query)} as score
      from transcript_segments s join documents d on d.organization_id = s.organization_id and d.id = s.doc_id
      where s.organization_id = ${ctx.organization_id} and s.id = any(${ids.slice(0, limits.ranked)}::bigint[])`,
    params,
    {
      columns: sql`d.id as doc_id, d.name as doc_name, s.speaker, n.name as by, s.starts_at as start,
        left(s.text, ${excerptFrom}) as text`,
      joins: sql`join transcript_segments s on s.organization_id = ${ctx.organization_id} and s.id = h.id
        join documents d on d.organization_id = s.organization_id and d.id = s.doc_id and ${readable(ctx)}
        left join speaker_names n on n.organization_id = s.organization_id and n.doc_id = s.doc_id and n.speaker = s.speaker`,
    },
  )
  return { rows, total: ids.length > limits.ranked ? total + 1 : total }
}

/** The words that occur in recordings that the caller may read. Each recording is looked up in the index separately. */
export async function wordsInTranscripts(ctx: MemberContext, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    with seen as materialized (select d.id from documents d where ${recordings(ctx)})
    select w.word from unnest(${words}::text[]) w (word)
    where exists (
      select from seen d cross join lateral (
        select from transcript_segments s
        where s.organization_id = ${ctx.organization_id}
          and s.words @@ (${wordQuery(ctx, sql`w.word`)} && ${scopes.document(sql`d.id`)})
        ${atMost(1)}
      ) s
    )`.execute(ctx.tx)
  return rows.map(row => row.word)
}
