import { sql } from 'kysely'
import type { DocumentAccess, DocumentType } from '#shared/contract/logbooks'
import { limitOf } from '../../platform/cursor'
import type { MemberScene } from '../../platform/scene'
import type { PersonRow } from '../profile/person-columns'
import { type Rights, readable, rights } from './access-store'
import { touch } from './last-writes-store'
import { personJson } from './person-store'

export interface DocumentRow extends Rights {
  id: number
  name: string
  description: string | null
  type: DocumentType
  content: string
  prompt: string | null
  access: DocumentAccess
  branch_id: number | null
  created_at: string
  updated_at: string
  creator: PersonRow | null
  updater: PersonRow | null
  newest_log_id: number | null
}

/** A document that the caller may read. */
export async function findDocument(at: MemberScene, doc_id: number): Promise<DocumentRow | undefined> {
  const { rows } = await sql<DocumentRow>`
    select d.id, d.name, d.description, d.type, d.content, d.prompt, d.access, d.branch_id, d.created_at, d.updated_at,
      ${personJson('creator')} as creator, ${personJson('updater')} as updater, ${rights(at)},
      (
        select l.id from logs l where l.organization_id = ${at.organization_id} and l.doc_id = d.id
        order by l.created_at desc, l.id desc limit 1
      ) as newest_log_id
    from documents d
    left join users creator on creator.id = d.created_by
    left join users updater on updater.id = d.updated_by
    where ${readable(at)} and d.id = ${doc_id}`.execute(at.tx)
  return rows[0]
}

/** What the caller may do with a document; undefined when they may not read it. */
export async function rightsOn(
  at: MemberScene,
  doc_id: number,
): Promise<(Rights & { type: DocumentType }) | undefined> {
  const { rows } = await sql<Rights & { type: DocumentType }>`
    select d.type, ${rights(at)} from documents d where ${readable(at)} and d.id = ${doc_id}`.execute(at.tx)
  return rows[0]
}

export type LockedDocument = Rights & Pick<DocumentRow, 'id' | 'name' | 'access' | 'branch_id'>

/** A document that the caller may read, held until the call ends. Logs can still be written in it meanwhile. */
export async function lockDocument(at: MemberScene, doc_id: number): Promise<LockedDocument | undefined> {
  const { rows } = await sql<LockedDocument>`
    select d.id, d.name, d.access, d.branch_id, ${rights(at)} from documents d
    where ${readable(at)} and d.id = ${doc_id} for no key update of d`.execute(at.tx)
  return rows[0]
}

export interface DocumentFields {
  name: string
  description: string | null
  prompt: string | null
  access: DocumentAccess
  branch_id: number | null
}

export async function insertDocument(at: MemberScene, type: DocumentType, fields: DocumentFields): Promise<number> {
  const { organization_id, caller, now } = at
  const { rows } = await sql<{ doc_id: number }>`
    with document as (
      insert into documents (organization_id, type, name, description, prompt, access, branch_id, created_by, created_at, updated_by, updated_at)
      values (${organization_id}, ${type}, ${fields.name}, ${fields.description}, ${fields.prompt}, ${fields.access},
        ${fields.branch_id}, ${caller.user_id}, ${now}, ${caller.user_id}, ${now})
      returning id
    )
    insert into last_writes (organization_id, doc_id, written_at, written_by)
    select ${organization_id}::bigint, document.id, ${now}::timestamptz, ${caller.user_id}::bigint from document
    returning doc_id`.execute(at.tx)
  const [row] = rows
  if (!row) throw new Error('The document was not added.')
  return row.doc_id
}

/** Changes what is named; who changed it counts as the last who wrote in it. */
export async function updateDocument(
  at: MemberScene,
  doc_id: number,
  changes: Partial<DocumentFields> & { deleted_at?: string },
): Promise<void> {
  await Promise.all([
    at.tx
      .updateTable('documents')
      .set({ ...changes, updated_by: at.caller.user_id, updated_at: at.now })
      .where('organization_id', '=', at.organization_id)
      .where('id', '=', doc_id)
      .execute(),
    touch(at, doc_id),
  ])
}

export interface ListedRow {
  doc_id: number
  name: string
  type: DocumentType
  access: DocumentAccess
  written_at: string
  writer: string | null
}

/** Where a list of documents goes on: behind this one. */
export interface ListPlace {
  at: string
  id: number
}

export interface ListWish {
  type?: DocumentType | undefined
  /** Every word of it is in the name. */
  query?: string | undefined
  after?: ListPlace | undefined
  limit: number
}

/** Which documents `d` match that the caller may read. */
function matching(at: MemberScene, { type, query = '' }: Pick<ListWish, 'type' | 'query'>) {
  const patterns = query.split(/\s+/).filter(Boolean).map(containing)
  return sql`${readable(at)} and (${type ?? null}::text is null or d.type = ${type ?? null})
    and d.name ilike all (${patterns}::text[])`
}

const containing = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** Documents that the caller may read, last written first. */
export async function listDocuments(at: MemberScene, { after, limit, ...wish }: ListWish): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select d.id as doc_id, d.name, d.type, d.access, w.written_at, u.displayname as writer
    from last_writes w
    join documents d on d.organization_id = w.organization_id and d.id = w.doc_id
    left join users u on u.id = w.written_by
    where w.organization_id = ${at.organization_id}
      and (w.written_at, w.doc_id) < (${after?.at ?? 'infinity'}::timestamptz, ${after?.id ?? 0}::bigint)
      and ${matching(at, wish)}
    order by w.written_at desc, w.doc_id desc limit ${limitOf(limit)}`.execute(at.tx)
  return rows.slice(0, limit)
}

/** How many documents match that the caller may read. */
export async function countDocuments(at: MemberScene, wish: Pick<ListWish, 'type' | 'query'>): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from documents d where ${matching(at, wish)}`.execute(at.tx)
  return rows[0]?.found ?? 0
}

/** More names than this do not stand in one question. */
const namesInAText = 100

/**
 * Documents that the caller may read and whose names stand in a text, whatever its capitals, the longest name first; of several with
 * one name the last written. A name may stand inside a longer word.
 */
export async function documentsNamedIn(at: MemberScene, text: string): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    with asked as materialized (select translate(lower(${text}::text), '’‘', '''''') as text)
    select id, name from (
      select distinct on (n.name) d.id, d.name
      from asked cross join documents d
      join last_writes w on w.organization_id = d.organization_id and w.doc_id = d.id
      cross join lateral (select translate(lower(btrim(d.name)), '’‘', '''''') as name) n
      where ${readable(at)} and strpos(asked.text, n.name) > 0
      order by n.name, w.written_at desc, d.id desc
    ) named
    order by length(name) desc, name limit ${namesInAText}`.execute(at.tx)
  return rows
}
