import { sql } from 'kysely'
import type { ActivitySource } from '../../platform/activity'
import { doneBy, newest, ofBranch, whose } from '../../platform/activity-sql'
import type { DashboardSource } from '../../platform/dashboard'
import { personFrom } from '../../platform/people/person'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import { readable, seenBranch } from '../access/document-sql'
import { labelsJson } from '../graphs/labels-sql'
import type { LogRow } from './logs-store'

/** The most characters of a log, and the most of its pictures, in the feed. */
const shown = { content: sql.lit(400), frames: sql.lit(4) }

type Row = Pick<LogRow, 'id' | 'doc_id' | 'title' | 'content' | 'created_at' | 'frame_ids' | 'labels'> & {
  doc_name: string
  instruction_id: number | null
  person: PersonRow | null
}

/** New logs, except those that are still being written. */
export const logActivity: ActivitySource = {
  name: 'log',
  kind: 'log',
  places: (ctx, params) => sql`
    select l.created_at as at, l.id, ${whose(sql`l.created_by`, sql`array[d.branch_id]`)} from logs l
    join documents d on d.organization_id = l.organization_id and d.id = l.doc_id
    where l.organization_id = ${ctx.organization_id} and not l.is_generating and ${readable(ctx)}
      ${doneBy(params, sql`l.created_by`)} ${ofBranch(params, sql`d.branch_id`)}
      ${newest(params, sql`l.created_at`, sql`l.id`)}`,
  async load(ctx, ids) {
    const { rows } = await sql<Row>`
      select l.id, l.doc_id, d.name as doc_name, l.title, left(l.content, ${shown.content}) as content, l.created_at,
        l.future_instructions_id as instruction_id, l.frame_ids[1:${shown.frames}] as frame_ids,
        ${labelsJson(ctx)} as labels, ${personJson('u')} as person
      from logs l join documents d on d.organization_id = l.organization_id and d.id = l.doc_id
      left join users u on u.id = l.created_by
      where l.organization_id = ${ctx.organization_id} and l.id = any(${ids}::bigint[])`.execute(ctx.tx)
    return Promise.all(
      rows.map(async ({ person, created_at, labels, ...row }) => ({
        ...row,
        kind: 'log' as const,
        key: `log.${row.id}`,
        at: created_at,
        labels: labels ?? [],
        // Jobs come after logs: the feed adds it.
        job_name: null,
        actor: person && (await personFrom(ctx, person)),
      })),
    )
  },
}

/** Logs by logbook. What the caller may read is found once for each logbook: the offset keeps the subquery separate. */
export const logsWritten: DashboardSource = {
  name: 'logs_written',
  counts: 'period',
  rows: ctx => sql`
    select l.id, l.created_at as at, l.title, d.name as detail, d.id as parent_id, d.branch_ids
    from logs l
    join (
      select d.id, d.name, array_remove(array[${seenBranch(ctx)}], null) as branch_ids from documents d
      where ${readable(ctx)} offset 0
    ) d on d.id = l.doc_id
    where l.organization_id = ${ctx.organization_id} and not l.is_generating`,
}
