import { sql } from 'kysely'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import type { MemberContext } from '../../platform/request-context'

/** The current state of a log, locked until the call ends. */
export interface LockedLog {
  title: string
  content: string
  created_by: number | null
  future_instructions_id: number | null
  revision: number
  pictures: number
  files: number
}

/** A log of a document, locked so that its corrections happen one after the other. */
export async function lockLogForCorrection(
  ctx: MemberContext,
  doc_id: number,
  log_id: number,
): Promise<LockedLog | undefined> {
  const { rows } = await sql<LockedLog>`
    select l.title, l.content, l.created_by, l.future_instructions_id, l.revision,
      cardinality(l.frame_ids) as pictures, cardinality(l.file_ids) as files
    from logs l
    where l.organization_id = ${ctx.organization_id} and l.doc_id = ${doc_id} and l.id = ${log_id}
    for no key update`.execute(ctx.tx)
  return rows[0]
}

/** Stores the current text as a revision and replaces it, in one statement. */
export async function correct(
  { tx, organization_id, now }: MemberContext,
  log_id: number,
  { title, content }: { title: string; content: string },
): Promise<void> {
  await sql`
    with before as (
      insert into log_revisions (organization_id, log_id, revision, title, content, written_at, written_by)
      select l.organization_id, l.id, l.revision, l.title, l.content, coalesce(l.corrected_at, l.created_at), l.created_by
      from logs l where l.organization_id = ${organization_id} and l.id = ${log_id}
      returning log_id, revision
    )
    update logs l set title = ${title}, content = ${content}, revision = before.revision + 1, corrected_at = ${now}::timestamptz,
      is_generating = false
    from before where l.organization_id = ${organization_id} and l.id = before.log_id`.execute(tx)
}

export interface RevisionRow {
  revision: number
  title: string
  content: string
  written_at: string
  writer: PersonRow | null
}

/** All revisions of a log of a document, newest first; empty if the document has no such log. */
export async function revisionsOf(ctx: MemberContext, doc_id: number, log_id: number): Promise<RevisionRow[]> {
  const { rows } = await sql<RevisionRow>`
    with log as (
      select l.* from logs l
      where l.organization_id = ${ctx.organization_id} and l.doc_id = ${doc_id} and l.id = ${log_id}
    )
    select said.revision, said.title, said.content, said.written_at, ${personJson('u')} as writer
    from (
      select log.revision, log.title, log.content, coalesce(log.corrected_at, log.created_at) as written_at,
        log.created_by as written_by
      from log
      union all
      select r.revision, r.title, r.content, r.written_at, r.written_by
      from log join log_revisions r on r.organization_id = log.organization_id and r.log_id = log.id
    ) said
    left join users u on u.id = said.written_by
    order by said.revision desc`.execute(ctx.tx)
  return rows
}
