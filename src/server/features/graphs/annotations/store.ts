import { type RawBuilder, sql } from 'kysely'
import type { Annotation } from '#shared/contract/graphs/annotations'
import type { PersonRow } from '../../../platform/people/person-columns'
import { personJson } from '../../../platform/people/person-json'
import type { MemberContext } from '../../../platform/request-context'
import { type Rights, readable, rights } from '../../access/document-sql'

/** What a person writes, and where it stands. */
type Written = Pick<Annotation, 'text' | 'from' | 'to'>

/** An annotation of a graph that the caller may read, with their rights on its logbook. */
export interface AnnotationRow extends Written, Rights {
  annotation_id: number
  graph_id: number
  doc_id: number
  author: PersonRow | null
  created_at: string
}

async function annotations(ctx: MemberContext, which: RawBuilder<unknown>): Promise<AnnotationRow[]> {
  const { rows } = await sql<AnnotationRow>`
    select a.id as annotation_id, a.graph_id, g.logbook_id as doc_id, a.text, a.starts_at as "from", a.ends_at as "to",
      ${personJson('u')} as author, a.created_at, ${rights(ctx)}
    from graph_annotations a
    join graphs g on g.organization_id = a.organization_id and g.id = a.graph_id
    join documents d on d.organization_id = g.organization_id and d.id = g.logbook_id
    left join users u on u.id = a.author_id
    where a.organization_id = ${ctx.organization_id} and ${which} and ${readable(ctx)}
    order by a.starts_at, a.id`.execute(ctx.tx)
  return rows
}

/** The annotations of a graph that are not deleted, by their start. */
export const listAnnotations = (ctx: MemberContext, graph_id: number): Promise<AnnotationRow[]> =>
  annotations(ctx, sql`a.graph_id = ${graph_id} and a.deleted_at is null`)

/** An annotation that is not deleted; with `deletedSince`, one that was deleted after that instant. */
export async function findAnnotation(
  ctx: MemberContext,
  annotation_id: number,
  deletedSince?: string,
): Promise<AnnotationRow | undefined> {
  const state = deletedSince ? sql`a.deleted_at > ${deletedSince}::timestamptz` : sql`a.deleted_at is null`
  return (await annotations(ctx, sql`a.id = ${annotation_id} and ${state}`))[0]
}

export async function insertAnnotation(
  { tx, organization_id, caller, now }: MemberContext,
  graph_id: number,
  { text, from, to }: Written,
): Promise<number> {
  const { id } = await tx
    .insertInto('graph_annotations')
    .values({
      organization_id,
      graph_id,
      text,
      starts_at: from,
      ends_at: to,
      author_id: caller.user_id,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const oneOf = ({ tx, organization_id }: MemberContext, annotation_id: number) =>
  tx.updateTable('graph_annotations').where('organization_id', '=', organization_id).where('id', '=', annotation_id)

export async function updateAnnotation(
  ctx: MemberContext,
  annotation_id: number,
  { text, from, to }: Written,
): Promise<void> {
  await oneOf(ctx, annotation_id).set({ text, starts_at: from, ends_at: to }).execute()
}
