import { sql } from 'kysely'
import type { SystemContext } from '../../../platform/run-as'

export interface Untitled {
  doc_id: number
  /** Made from its first words. */
  title: string
  content: string
  created_by: number | null
}

/** The content of a log that waits for its title; undefined if it no longer waits. */
export async function findUntitled(
  { tx, organization_id }: Pick<SystemContext, 'tx' | 'organization_id'>,
  log_id: number,
): Promise<Untitled | undefined> {
  const { rows } = await sql<Untitled>`
    select l.doc_id, l.title, l.content, l.created_by from logs l
    where l.organization_id = ${organization_id} and l.id = ${log_id} and l.is_generating`.execute(tx)
  return rows[0]
}

/** Sets the title of a log that still waits for it. Returns whether it did. */
export async function putTitle(
  { tx, organization_id }: SystemContext,
  { log_id, title }: { log_id: number; title: string },
): Promise<boolean> {
  const { rows } = await sql`
    update logs l set title = ${title}, is_generating = false
    where l.organization_id = ${organization_id} and l.id = ${log_id} and l.is_generating
    returning l.id`.execute(tx)
  return rows.length > 0
}
