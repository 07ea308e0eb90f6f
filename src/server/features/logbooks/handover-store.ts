import { sql } from 'kysely'
import type { OrganizationContext } from '../../platform/request-context'
import type { Reading } from './summaries/store'

export interface TakenDocument {
  name: string
  /** The summary. */
  content: string
  /** What Mate made it from. */
  reading: Reading | null
}

export async function takeDocument(
  { tx, organization_id }: Pick<OrganizationContext, 'tx' | 'organization_id'>,
  doc_id: number,
): Promise<TakenDocument> {
  // Whatever still writes its summary is waited for.
  const held = await sql<Pick<TakenDocument, 'name' | 'content'>>`
    select name, content from documents where organization_id = ${organization_id} and id = ${doc_id} for update`.execute(
    tx,
  )
  const read = await sql<Reading>`
    select range, from_at as "from", to_at as "to", last_log_id, log_count, model from summaries
    where organization_id = ${organization_id} and doc_id = ${doc_id}`.execute(tx)
  await sql`delete from documents where organization_id = ${organization_id} and id = ${doc_id}`.execute(tx)
  const [document] = held.rows
  if (!document) throw new Error('The document of a recording is gone.')
  return { ...document, reading: read.rows[0] ?? null }
}
