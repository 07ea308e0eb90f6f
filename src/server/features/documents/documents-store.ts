import { sql } from 'kysely'
import type { DocumentAccess, DocumentType } from '#shared/contract/documents/endpoints'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import type { MemberContext } from '../../platform/request-context'
import { type Rights, readable, rights, seenBranch } from '../access/document-sql'
import { recordWriteNow } from './last-writes-sql'
import { pinned } from './pinned-and-recent-store'

export interface DocumentRow extends Rights {
  id: number
  name: string
  description: string | null
  type: DocumentType
  content: string
  version: number
  prompt: string | null
  access: DocumentAccess
  branch_id: number | null
  created_at: string
  updated_at: string
  creator: PersonRow | null
  updater: PersonRow | null
  newest_log_id: number | null
  is_pinned: boolean
}

/** A document that the caller may read. */
export async function findDocument(ctx: MemberContext, doc_id: number): Promise<DocumentRow | undefined> {
  const { rows } = await sql<DocumentRow>`
    select d.id, d.name, d.description, d.type, d.content, d.version, d.prompt, d.access, ${seenBranch(ctx)} as branch_id,
      d.created_at, d.updated_at,
      ${personJson('creator')} as creator, ${personJson('updater')} as updater, ${rights(ctx)}, ${pinned(ctx)} as is_pinned,
      (
        select l.id from logs l where l.organization_id = ${ctx.organization_id} and l.doc_id = d.id
        order by l.created_at desc, l.id desc limit 1
      ) as newest_log_id
    from documents d
    left join users creator on creator.id = d.created_by
    left join users updater on updater.id = d.updated_by
    where ${readable(ctx)} and d.id = ${doc_id}`.execute(ctx.tx)
  return rows[0]
}

/** What the caller may do with a document; undefined if they may not read it. */
export async function rightsOn(
  ctx: MemberContext,
  doc_id: number,
): Promise<(Rights & { type: DocumentType }) | undefined> {
  const { rows } = await sql<Rights & { type: DocumentType }>`
    select d.type, ${rights(ctx)} from documents d where ${readable(ctx)} and d.id = ${doc_id}`.execute(ctx.tx)
  return rows[0]
}

export type LockedDocument = Rights & Pick<DocumentRow, 'id' | 'name' | 'version' | 'access' | 'branch_id'>

/** A document that the caller may read, locked until the call ends. Logs can still be written in it meanwhile. */
export async function lockDocument(ctx: MemberContext, doc_id: number): Promise<LockedDocument | undefined> {
  const { rows } = await sql<LockedDocument>`
    select d.id, d.name, d.version, d.access, d.branch_id, ${rights(ctx)} from documents d
    where ${readable(ctx)} and d.id = ${doc_id} for no key update of d`.execute(ctx.tx)
  return rows[0]
}

export interface DocumentFields {
  name: string
  description: string | null
  prompt: string | null
  access: DocumentAccess
  branch_id: number | null
}

/** Adds a document with its first version. */
export async function insertDocument(ctx: MemberContext, type: DocumentType, fields: DocumentFields): Promise<number> {
  const { organization_id, caller, now } = ctx
  const { rows } = await sql<{ doc_id: number }>`
    with document as (
      insert into documents (organization_id, type, name, description, prompt, access, branch_id, created_by, created_at, updated_by, updated_at)
      values (${organization_id}, ${type}, ${fields.name}, ${fields.description}, ${fields.prompt}, ${fields.access},
        ${fields.branch_id}, ${caller.user_id}, ${now}, ${caller.user_id}, ${now})
      returning id, content
    ), first as (
      insert into document_versions
        (organization_id, doc_id, version, content, origin, added, removed, created_by, begun_at, created_at)
      select ${organization_id}::bigint, document.id, 0, document.content, 'person', 0, 0, ${caller.user_id}::bigint,
        ${now}::timestamptz, ${now}::timestamptz
      from document
    )
    insert into last_writes (organization_id, doc_id, written_at, written_by)
    select ${organization_id}::bigint, document.id, ${now}::timestamptz, ${caller.user_id}::bigint from document
    returning doc_id`.execute(ctx.tx)
  const [row] = rows
  if (!row) throw new Error('The document was not added.')
  return row.doc_id
}

/** Changes the given fields; the caller becomes the last writer. */
export async function updateDocument(
  ctx: MemberContext,
  doc_id: number,
  changes: Partial<DocumentFields & Pick<DocumentRow, 'content' | 'version'>>,
): Promise<void> {
  await Promise.all([
    ctx.tx
      .updateTable('documents')
      .set({ ...changes, updated_by: ctx.caller.user_id, updated_at: ctx.now })
      .where('organization_id', '=', ctx.organization_id)
      .where('id', '=', doc_id)
      .execute(),
    recordWriteNow(ctx, doc_id, ctx.caller.user_id),
  ])
}

/** Whether the caller may read a logbook other than the given ones. */
export async function hasLogbook(ctx: MemberContext, except: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from documents d
    where ${readable(ctx)} and d.type = 'logbook' and d.id <> all(${except}::bigint[]) limit 1`.execute(ctx.tx)
  return rows.length > 0
}

/** Whether a document no longer exists for anybody, rather than for the caller alone. */
export async function isGone({ tx, organization_id }: MemberContext, doc_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from documents
    where organization_id = ${organization_id} and id = ${doc_id} and deleted_at is null`.execute(tx)
  return rows.length === 0
}
