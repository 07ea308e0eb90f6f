import { sql } from 'kysely'
import type { OrganizationContext } from '../../platform/request-context'

type In = Pick<OrganizationContext, 'tx' | 'organization_id'>

/** The name and text of a document, locked until the call ends; waits for a running write. Does not check rights. */
export async function lockForHandover(
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

/** Deletes a document with everything that refers to it. Does not check rights. */
export async function deleteAfterHandover({ tx, organization_id }: In, doc_id: number): Promise<void> {
  await sql`delete from documents where organization_id = ${organization_id} and id = ${doc_id}`.execute(tx)
}
