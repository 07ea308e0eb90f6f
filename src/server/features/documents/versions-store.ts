import { sql } from 'kysely'
import type { DocumentType } from '#shared/contract/documents/endpoints'
import type { VersionOrigin } from '#shared/contract/documents/versions'
import { limitOf } from '../../platform/cursor'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import type { MemberContext } from '../../platform/request-context'
import type { SystemContext } from '../../platform/run-as'
import { type Rights, readable, rights } from '../access/document-sql'
import { recordWriteNow } from './last-writes-sql'

type OpenTx = Pick<SystemContext, 'tx' | 'organization_id' | 'now'>

export interface LockedContent extends Rights {
  id: number
  type: DocumentType
  content: string
  version: number
}

/** The text of a document that the caller may read; nobody else can change it until the call ends. */
export async function lockContent(ctx: MemberContext, doc_id: number): Promise<LockedContent | undefined> {
  const { rows } = await sql<LockedContent>`
    select d.id, d.type, d.content, d.version, ${rights(ctx)} from documents d
    where ${readable(ctx)} and d.id = ${doc_id} for no key update of d`.execute(ctx.tx)
  return rows[0]
}

export interface VersionRow {
  version: number
  origin: VersionOrigin
  restored_from: number | null
  added: number
  removed: number
  name: string | null
  authors: number[]
  begun_at: string
  created_at: string
  writer: PersonRow | null
  people: PersonRow[]
}

const columns = sql`v.version, v.origin, v.restored_from, v.added, v.removed, v.name, v.authors, v.begun_at, v.created_at, ${personJson('u')} as writer,
  (
    select coalesce(json_agg(${personJson('a')} order by array_position(v.authors, a.id)), '[]')
    from users a where a.id = any(v.authors)
  ) as people`

/** Versions `v` of a document with their writers. */
const of = (ctx: Pick<MemberContext, 'organization_id'>, doc_id: number) => sql`
  document_versions v left join users u on u.id = v.created_by
  where v.organization_id = ${ctx.organization_id} and v.doc_id = ${doc_id}`

/**
 * Newest first, those older than `before`. This function and those below do not check whether the caller may read the
 * document.
 */
export async function listVersions(
  ctx: OpenTx,
  doc_id: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<VersionRow[]> {
  const older = before === undefined ? sql`` : sql`and v.version < ${before}`
  const { rows } = await sql<VersionRow>`
    select ${columns} from ${of(ctx, doc_id)} ${older} order by v.version desc limit ${limitOf(limit)}`.execute(ctx.tx)
  return rows.slice(0, limit)
}

/** A query for the text before a version, from the versions `b` of a document. */
const textBefore = (ctx: OpenTx, doc_id: number, version: number) => sql`
  select b.content from document_versions b
  where b.organization_id = ${ctx.organization_id} and b.doc_id = ${doc_id} and b.version < ${version}
  order by b.version desc limit 1`

/** One version with its text and the text before it. */
export async function findVersion(
  ctx: MemberContext,
  doc_id: number,
  version: number,
): Promise<(VersionRow & { content: string; before: string | null }) | undefined> {
  const { rows } = await sql<VersionRow & { content: string; before: string | null }>`
    select ${columns}, v.content, (${textBefore(ctx, doc_id, version)}) as before
    from ${of(ctx, doc_id)} and v.version = ${version}`.execute(ctx.tx)
  return rows[0]
}

/** The text before a version; empty for the first one. */
export async function contentBefore(ctx: OpenTx, doc_id: number, version: number): Promise<string> {
  const { rows } = await sql<{ content: string }>`${textBefore(ctx, doc_id, version)}`.execute(ctx.tx)
  return rows[0]?.content ?? ''
}

export interface NewVersion {
  version: number
  content: string
  origin: VersionOrigin
  restored_from: number | null
  added: number
  removed: number
  /** Everybody who wrote in it, the last of them first; nobody if Mate wrote it by itself. */
  authors: number[]
}

/** The text of a document without an access check, locked until the call ends; undefined if the document is deleted. */
export async function lockContentAsSystem(
  ctx: OpenTx,
  doc_id: number,
): Promise<Pick<LockedContent, 'id' | 'content' | 'version'> | undefined> {
  const { rows } = await sql<Pick<LockedContent, 'id' | 'content' | 'version'>>`
    select id, content, version from documents
    where organization_id = ${ctx.organization_id} and id = ${doc_id} and deleted_at is null
    for no key update`.execute(ctx.tx)
  return rows[0]
}

/** Replaces a document's text and adds it to the history: as a new version, or in place of the one it continues. */
export async function putVersion(ctx: OpenTx, doc_id: number, next: NewVersion, instead: number | null): Promise<void> {
  const { organization_id, now } = ctx
  const [writer_id = null] = next.authors
  const history =
    instead === null
      ? ctx.tx
          .insertInto('document_versions')
          .values({ ...next, organization_id, doc_id, created_by: writer_id, begun_at: now, created_at: now })
      : ctx.tx
          .updateTable('document_versions')
          .set({ ...next, created_by: writer_id, created_at: now })
          .where('organization_id', '=', organization_id)
          .where('doc_id', '=', doc_id)
          .where('version', '=', instead)
  const { version, content } = next
  const text = ctx.tx
    .updateTable('documents')
    .set({ content, version, ...(writer_id !== null && { updated_by: writer_id, updated_at: now }) })
    .where('organization_id', '=', organization_id)
    .where('id', '=', doc_id)
  await Promise.all([
    history.execute(),
    text.execute(),
    ...(writer_id === null ? [] : [recordWriteNow(ctx, doc_id, writer_id)]),
  ])
}

/** Gives a version a name, or takes it away. Returns whether there is such a version. */
export async function nameVersion(
  { tx, organization_id }: OpenTx,
  doc_id: number,
  version: number,
  name: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('document_versions')
    .set({ name })
    .where('organization_id', '=', organization_id)
    .where('doc_id', '=', doc_id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The texts of the versions from one to another, oldest first, as many as the limit at most. */
export async function textsBetween(
  { tx, organization_id }: OpenTx,
  doc_id: number,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<{ version: number; content: string; authors: number[]; created_by: number | null }[]> {
  return tx
    .selectFrom('document_versions')
    .select(['version', 'content', 'authors', 'created_by'])
    .where('organization_id', '=', organization_id)
    .where('doc_id', '=', doc_id)
    .where('version', '>=', from)
    .where('version', '<=', to)
    .orderBy('version')
    .limit(limit)
    .execute()
}

/** Everybody who wrote in the versions after one and up to another. */
export async function authorsBetween(
  { tx, organization_id }: OpenTx,
  doc_id: number,
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct author as user_id from document_versions v cross join unnest(v.authors) as author
    where v.organization_id = ${organization_id} and v.doc_id = ${doc_id}
      and v.version > ${from} and v.version <= ${to} order by author`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

export async function peopleAmong({ tx }: OpenTx, user_ids: readonly number[]): Promise<PersonRow[]> {
  const { rows } = await sql<{ person: PersonRow }>`
    select ${personJson('u')} as person from users u where u.id = any(${user_ids}::bigint[]) order by u.id`.execute(tx)
  return rows.map(({ person }) => person)
}
