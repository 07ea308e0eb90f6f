import { sql } from 'kysely'
import type { AppContext } from '../../../platform/app-context'
import { inTransaction } from '../../../platform/database/transaction'
import type { SystemContext } from '../../../platform/run-as'

/** A log that waits for its title. */
export interface TitleTask {
  organization_id: number
  log_id: number
}

/**
 * Logs that wait for their titles, over all organisations, longest first; only those waiting since before that instant.
 */
export function waitingTitles({ pool }: AppContext, since: string, limit: number): Promise<TitleTask[]> {
  return inTransaction(pool, { readOnly: false }, async tx => {
    await sql`select set_config('wheelhouse.work', 'titles', true)`.execute(tx)
    const { rows } = await sql<TitleTask>`
      select t.organization_id, t.log_id from title_tasks t
      where t.queued_at <= ${since}::timestamptz order by t.queued_at limit ${limit}`.execute(tx)
    return rows
  })
}

export interface Untitled {
  doc_id: number
  /** Made from its first words. */
  title: string
  content: string
  language: string
  created_by: number | null
}

/** The content of a log that waits for its title; undefined if it no longer waits. */
export async function findUntitled(
  { tx, organization_id }: Pick<SystemContext, 'tx' | 'organization_id'>,
  log_id: number,
): Promise<Untitled | undefined> {
  const { rows } = await sql<Untitled>`
    select l.doc_id, l.title, l.content, l.created_by, t.language from title_tasks t
    join logs l on l.organization_id = t.organization_id and l.id = t.log_id
    where t.organization_id = ${organization_id} and t.log_id = ${log_id} and l.is_generating`.execute(tx)
  return rows[0]
}

/** Gives a log its title, if it still waits for one. */
export async function putTitle(
  { tx, organization_id }: SystemContext,
  { log_id, title }: { log_id: number; title: string },
): Promise<boolean> {
  const { rows } = await sql`
    with done as (
      delete from title_tasks where organization_id = ${organization_id} and log_id = ${log_id} returning log_id
    )
    update logs l set title = ${title}, is_generating = false from done
    where l.organization_id = ${organization_id} and l.id = done.log_id and l.is_generating
    returning l.id`.execute(tx)
  return rows.length > 0
}
