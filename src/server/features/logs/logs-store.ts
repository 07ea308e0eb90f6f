import { type RawBuilder, sql } from 'kysely'
import type { LabelAssignment, LogLabel } from '#shared/contract/graphs/label'
import type { Reactions } from '#shared/contract/reactions'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import type { MemberContext } from '../../platform/request-context'
import { readable, readableId, writable } from '../access/document-sql'
import { recordWrite } from '../documents/last-writes-sql'
import { isLabelledByMate, labelled, labelsJson } from '../graphs/labels-sql'
import { discussionColumns } from './discussion/store'

export interface LogRow {
  id: number
  doc_id: number
  title: string
  content: string
  created_at: string
  happened_at: string | null
  writer: PersonRow | null
  future_instructions_id: number | null
  is_generating: boolean
  frame_ids: string[]
  file_ids: string[]
  revision: number
  corrected_at: string | null
  labels: LogLabel[] | null
  comment_count: number
  reactions: Reactions
}

/** Columns of a {@link LogRow}, of logs `l` joined with their {@link writers}. */
export const logColumns = (
  ctx: MemberContext,
) => sql`l.id, l.doc_id, l.title, l.content, l.created_at, l.happened_at, w.writer,
  l.future_instructions_id, l.is_generating, l.frame_ids, l.file_ids, l.revision, l.corrected_at, ${labelsJson(ctx)} as labels,
  ${discussionColumns}`

/**
 * Built once for each person, not for each log: the offset keeps the subquery separate, and PostgreSQL caches its
 * results.
 */
export const writers = sql`left join lateral (
  select ${personJson('u')} as writer from users u where u.id = l.created_by offset 0
) w on true`

/** A position in a timeline: at this log, or at an instant between logs, or where a log of that instant is or was. */
export type Place = { log_id: number } | { instant: string; id?: number }

export const endOfTime: Place = { instant: 'infinity' }

/** `(created_at, id)` of a position. For a log of another document it is null, and nothing is before or after null. */
function keyOf(ctx: MemberContext, doc_id: number, place: Place): RawBuilder<unknown> {
  if ('instant' in place) return sql`(${place.instant}::timestamptz, ${place.id ?? 0}::bigint)`
  const { log_id } = place
  return sql`((
    select a.created_at from logs a
    where a.organization_id = ${ctx.organization_id} and a.doc_id = ${readableId(ctx, doc_id)} and a.id = ${log_id}
  ), ${log_id}::bigint)`
}

/** Filters of a timeline: logs that carry one of these labels and were written by one of these people. */
export interface Filter {
  labels?: readonly LabelAssignment[] | undefined
  user_ids?: readonly number[] | undefined
}

/** A part of a timeline on one side of a position. */
export interface Part extends Filter {
  doc_id: number
  place: Place
  limit: number
  /** Nothing older than this instant. */
  since?: string
  /** Nothing from this instant on. */
  until?: string
}

const sides = { before: sql`<`, upTo: sql`<=`, after: sql`>`, from: sql`>=` }

/**
 * Reads away from the position, so that the nearest logs are included. Returns them newest first, and nothing of a
 * document that the caller may not read.
 */
async function beside(ctx: MemberContext, side: keyof typeof sides, part: Part) {
  const { doc_id, place, labels, user_ids, since, until } = part
  const direction = side === 'before' || side === 'upTo' ? sql`desc` : sql`asc`
  const limit = sql.lit(part.limit)
  const bounded = (created_at: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`
    (${created_at}, ${id}) ${sides[side]} ${keyOf(ctx, doc_id, place)}
    ${since === undefined ? sql`` : sql`and ${created_at} >= ${since}::timestamptz`}
    ${until === undefined ? sql`` : sql`and ${created_at} < ${until}::timestamptz`}`
  const byThem = user_ids ? sql`and l.created_by = any(${user_ids}::bigint[])` : sql``
  const walk = (who: RawBuilder<unknown>) => sql`(
    select l.* from logs l
    where l.organization_id = ${ctx.organization_id} and l.doc_id = ${readableId(ctx, doc_id)} ${who}
      and ${bounded(sql`l.created_at`, sql`l.id`)}
    order by l.created_at ${direction}, l.id ${direction} limit ${limit}
  )`
  const found = labels
    ? labelled(ctx, {
        labels,
        graphs: sql`and g.logbook_id = ${readableId(ctx, doc_id)}`,
        logs: sql`${bounded(sql`m.created_at`, sql`m.log_id`)} ${byThem}`,
        direction,
        limit,
      })
    : user_ids
      ? // Each person's logs are read separately, so that people with few logs are not searched log by log.
        sql`(
          select hit.* from unnest(${[...new Set(user_ids)]}::bigint[]) as asked (user_id)
          cross join lateral ${walk(sql`and l.created_by = asked.user_id`)} hit
          order by hit.created_at ${direction}, hit.id ${direction} limit ${limit}
        )`
      : walk(sql``)
  const { rows } = await sql<LogRow>`
    select ${logColumns(ctx)} from ${found} l ${writers}
    order by l.created_at desc, l.id desc`.execute(ctx.tx)
  return rows
}

/** Logs before a position, newest first. */
export const logsBefore = (ctx: MemberContext, part: Part) => beside(ctx, 'before', part)
/** A log and those before it, newest first. */
export const logsUpTo = (ctx: MemberContext, part: Part) => beside(ctx, 'upTo', part)
/** The logs right after a position, newest first. */
export const logsAfter = (ctx: MemberContext, part: Part) => beside(ctx, 'after', part)
/** A log and those right after it, newest first. */
export const logsFrom = (ctx: MemberContext, part: Part) => beside(ctx, 'from', part)

/**
 * Whether a document has logs before one instant and from another on. Checks its first and its last log, which are at
 * the ends of the index.
 */
export async function hasLogs(ctx: MemberContext, doc_id: number, { before, from }: { before: string; from: string }) {
  const end = (direction: RawBuilder<unknown>) => sql`(
    select l.created_at from logs l
    where l.organization_id = ${ctx.organization_id} and l.doc_id = ${readableId(ctx, doc_id)}
    order by l.created_at ${direction}, l.id ${direction} limit 1
  )`
  const { rows } = await sql<{ older: boolean; newer: boolean }>`
    select coalesce(${end(sql`asc`)} < ${before}::timestamptz, false) as older,
      coalesce(${end(sql`desc`)} >= ${from}::timestamptz, false) as newer`.execute(ctx.tx)
  return rows[0] ?? { older: false, newer: false }
}

export async function isInDocument(ctx: MemberContext, doc_id: number, log_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from logs l
    where l.organization_id = ${ctx.organization_id} and l.doc_id = ${readableId(ctx, doc_id)} and l.id = ${log_id}`.execute(
    ctx.tx,
  )
  return rows.length > 0
}

export interface NewLog {
  doc_id: number
  title: string
  content: string
  frame_ids: readonly string[]
  file_ids: readonly string[]
  /** Null if it was logged as it happened. */
  happened_at: string | null
  /** True if a model will write its title. */
  is_generating: boolean
  /** The job that writes it on behalf of the caller; null if the caller writes it. */
  job_id: number | null
}

/**
 * Writes a log as the caller and records the write for the list of documents, in one statement. A log of a job has no
 * writer. Undefined if there is no such logbook that the caller may write in.
 */
export async function insertLog(
  ctx: MemberContext,
  log: NewLog,
): Promise<{ id: number; writer: PersonRow | null; is_labelled_by_mate: boolean } | undefined> {
  const writer_id = log.job_id === null ? ctx.caller.user_id : null
  const { rows } = await sql<{ id: number; writer: PersonRow | null; is_labelled_by_mate: boolean }>`
    with logbook as (
      select d.id from documents d where ${writable(ctx)} and d.id = ${log.doc_id} and d.type = 'logbook'
    ), written as (
      insert into logs (organization_id, doc_id, title, content, created_by, created_at, frame_ids, file_ids, is_generating,
        happened_at, future_instructions_id)
      select ${ctx.organization_id}::bigint, logbook.id, ${log.title}::text, ${log.content}::text, ${writer_id}::bigint,
        ${ctx.now}::timestamptz, ${log.frame_ids}::text[], ${log.file_ids}::uuid[], ${log.is_generating}::boolean,
        ${log.happened_at}::timestamptz, ${log.job_id}::bigint
      from logbook
      returning id
    ), noted as (
      ${recordWrite(ctx, sql`(select logbook.id from logbook)`, writer_id)}
    )
    select written.id, (select ${personJson('u')} from users u where u.id = ${writer_id}::bigint) as writer,
      ${isLabelledByMate(ctx, log.doc_id)} as is_labelled_by_mate
    from written`.execute(ctx.tx)
  return rows[0]
}

/** Logs by their ids, in that order; those that the caller may not read are left out. */
export async function findLogs(ctx: MemberContext, ids: readonly number[]): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select ${logColumns(ctx)} from logs l
    join documents d on d.organization_id = l.organization_id and d.id = l.doc_id
    ${writers}
    where l.organization_id = ${ctx.organization_id} and l.id = any(${ids}::bigint[]) and ${readable(ctx)}
    order by array_position(${ids}::bigint[], l.id)`.execute(ctx.tx)
  return rows
}

/** Whether the caller wrote a log of which they may read the document, other than the given ones. */
export async function hasWritten(ctx: MemberContext, except: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from logs l join documents d on d.organization_id = l.organization_id and d.id = l.doc_id
    where l.organization_id = ${ctx.organization_id} and l.created_by = ${ctx.caller.user_id}
      and l.id <> all(${except}::bigint[]) and ${readable(ctx)} limit 1`.execute(ctx.tx)
  return rows.length > 0
}

/** Whether a document has logs other than the given ones. Does not check whether the caller may read it. */
export async function hasOthers(
  { tx, organization_id }: MemberContext,
  doc_id: number,
  except: readonly number[],
): Promise<boolean> {
  const { rows } = await sql`
    select from logs l
    where l.organization_id = ${organization_id} and l.doc_id = ${doc_id} and l.id <> all(${except}::bigint[])
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Deletes logs of a document for good. Does not check rights. */
export async function deleteLogs(
  { tx, organization_id }: MemberContext,
  doc_id: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    delete from logs where organization_id = ${organization_id} and doc_id = ${doc_id} and id = any(${ids}::bigint[])`.execute(
    tx,
  )
}
