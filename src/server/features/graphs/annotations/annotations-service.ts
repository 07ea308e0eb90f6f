import type { Body } from '#shared/contract/endpoint'
import type {
  Annotation,
  addAnnotation,
  changeAnnotation,
  deleteAnnotation,
  listAnnotations,
  restoreAnnotation,
} from '#shared/contract/graphs/annotations'
import { annotation as limits } from '#shared/contract/graphs/limits'
import { apiError } from '#shared/errors'
import { day } from '#shared/limits'
import type { BatchCleanup } from '../../../platform/maintenance'
import { personFrom } from '../../../platform/people/person'
import type { MemberContext } from '../../../platform/request-context'
import { requireRight } from '../../documents/service'
import { requireGraph } from '../graphs-service'
import { lockGraph } from '../store'
import * as store from './store'

/** How long a deleted annotation can be brought back. */
const deletedKept = day
/** Annotations that one step of the cleanup removes. */
const batch = 1_000

const isOwn = (ctx: MemberContext, { author }: store.AnnotationRow) => author?.user_id === ctx.caller.user_id
const isEditable = (ctx: MemberContext, row: store.AnnotationRow) => row.managed || (row.writable && isOwn(ctx, row))

const annotationFrom = async (ctx: MemberContext, row: store.AnnotationRow): Promise<Annotation> => ({
  annotation_id: row.annotation_id,
  graph_id: row.graph_id,
  text: row.text,
  from: row.from,
  to: row.to,
  author: row.author && (await personFrom(ctx, row.author)),
  created_at: row.created_at,
  is_editable: isEditable(ctx, row),
})

export async function list(ctx: MemberContext, { graph_id }: Body<typeof listAnnotations>): Promise<Annotation[]> {
  const [, rows] = await Promise.all([requireGraph(ctx, graph_id), store.listAnnotations(ctx, graph_id)])
  return Promise.all(rows.map(row => annotationFrom(ctx, row)))
}

export async function add(
  ctx: MemberContext,
  { graph_id, ...written }: Body<typeof addAnnotation>,
): Promise<Annotation> {
  const [, graph] = await Promise.all([lockGraph(ctx, graph_id), requireGraph(ctx, graph_id)])
  requireRight(graph, 'writable')
  await requireRoom(ctx, graph_id)
  const annotation_id = await store.insertAnnotation(ctx, graph_id, written)
  return announced(ctx, annotation_id)
}

export async function change(
  ctx: MemberContext,
  { annotation_id, ...written }: Body<typeof changeAnnotation>,
): Promise<Annotation> {
  const row = requireEditable(ctx, await store.findAnnotation(ctx, annotation_id))
  await store.updateAnnotation(ctx, annotation_id, written)
  await auditForeign(ctx, row, 'annotation.changed')
  return announced(ctx, annotation_id)
}

export async function remove(ctx: MemberContext, { annotation_id }: Body<typeof deleteAnnotation>): Promise<null> {
  const row = requireEditable(ctx, await store.findAnnotation(ctx, annotation_id))
  await store.setDeleted(ctx, annotation_id, ctx.now)
  await auditForeign(ctx, row, 'annotation.deleted')
  announce(ctx, row)
  return null
}

export async function restore(
  ctx: MemberContext,
  { annotation_id }: Body<typeof restoreAnnotation>,
): Promise<Annotation> {
  const since = new Date(Date.parse(ctx.now) - deletedKept).toISOString()
  const row = requireEditable(ctx, await store.findAnnotation(ctx, annotation_id, since))
  await lockGraph(ctx, row.graph_id)
  await requireRoom(ctx, row.graph_id)
  await store.setDeleted(ctx, annotation_id, null)
  await auditForeign(ctx, row, 'annotation.restored')
  return announced(ctx, annotation_id)
}

async function requireRoom(ctx: MemberContext, graph_id: number): Promise<void> {
  if ((await store.countAnnotations(ctx, graph_id)) >= limits.perGraph) throw apiError('annotation.too_many')
}

/** An annotation of a logbook that the caller may not read does not exist for them [D6]. */
function requireEditable(ctx: MemberContext, row: store.AnnotationRow | undefined): store.AnnotationRow {
  if (!row) throw apiError('annotation.not_found')
  requireRight(row, 'writable')
  if (!isEditable(ctx, row)) throw apiError('annotation.not_yours')
  return row
}

/** Tells everybody who may read the graph to read its annotations again. */
function announce(ctx: MemberContext, { graph_id, doc_id }: store.AnnotationRow): void {
  ctx.record({ kind: 'graph.annotated', graph_id, doc_id }, { to: 'document', doc_id })
}

async function announced(ctx: MemberContext, annotation_id: number): Promise<Annotation> {
  const row = await store.findAnnotation(ctx, annotation_id)
  if (!row) throw apiError('annotation.not_found')
  announce(ctx, row)
  return annotationFrom(ctx, row)
}

/** Keeps who changed the words of somebody else. */
async function auditForeign(ctx: MemberContext, row: store.AnnotationRow, kind: string): Promise<void> {
  if (isOwn(ctx, row)) return
  await ctx.audit({ kind, subject: `graph:${row.graph_id}`, details: { author: row.author?.user_id } })
}

/** Removes annotations that were deleted too long ago to be brought back. */
export const deletedAnnotations: BatchCleanup = async (tx, now) =>
  (await store.removeDeleted(tx, new Date(now - deletedKept).toISOString(), batch)) === batch
