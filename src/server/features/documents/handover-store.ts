import { sql } from 'kysely'
import type { OrganizationContext } from '../../platform/request-context'

type In = Pick<OrganizationContext, 'tx' | 'organization_id'>

/** The name and text of a document, held until the call ends: whatever still writes it is waited for. Does not ask for rights. */
export async function holdForHandover(
  { tx, organization_id }: In,
  doc_id: number,
): Promise<{ name: string; content: string }> {
  const { rows } = await sql<{ name: string; content: string }>`
    select name, content from documents where organization_id = ${organization_id} and id = ${doc_id} for update`.execute(
    tx,
  )
  const [document] = rows
  if (!document) throw new Error('The document of a recording is gone.')
  return document
}

/** Deletes a document with all that hangs on it. Does not ask for rights. */
export async function deleteAfterHandover({ tx, organization_id }: In, doc_id: number): Promise<void> {
  await sql`delete from documents where organization_id = ${organization_id} and id = ${doc_id}`.execute(tx)
}
