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
import { personFrom } from '../../../platform/people/person'
import type { MemberContext } from '../../../platform/request-context'
import { recordDocumentViews } from '../../audit/service'
import { requireRight } from '../../documents/service'
import { auditForeign, cleanupOf, isEditable, requireEditable, requireRoom, restorableSince } from '../additions'
import { setDeleted } from '../additions-store'
import { requireGraph } from '../graphs-service'
import { lockGraph } from '../store'
import * as store from './store'

const table = 'graph_annotations'
const codes = { missing: 'annotation.not_found', foreign: 'annotation.not_yours' } as const
const room = { table, most: limits.perGraph, full: 'annotation.too_many' } as const

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
  const [{ logbook_id }, rows] = await Promise.all([requireGraph(ctx, graph_id), store.listAnnotations(ctx, graph_id)])
  recordDocumentViews(ctx, [logbook_id])
  return Promise.all(rows.map(row => annotationFrom(ctx, row)))
}

export async function add(
  ctx: MemberContext,
  { graph_id, ...written }: Body<typeof addAnnotation>,
): Promise<Annotation> {
  const [, graph] = await Promise.all([lockGraph(ctx, graph_id), requireGraph(ctx, graph_id)])
  requireRight(graph, 'writable')
  await requireRoom(ctx, graph_id, room)
  const annotation_id = await store.insertAnnotation(ctx, graph_id, written)
  return announced(ctx, annotation_id)
}

export async function change(
  ctx: MemberContext,
  { annotation_id, ...written }: Body<typeof changeAnnotation>,
): Promise<Annotation> {
  const row = requireEditable(ctx, await store.findAnnotation(ctx, annotation_id), codes)
  await store.updateAnnotation(ctx, annotation_id, written)
  await auditForeign(ctx, row, 'annotation.changed')
  return announced(ctx, annotation_id)
}

export async function remove(ctx: MemberContext, { annotation_id }: Body<typeof deleteAnnotation>): Promise<null> {
  const row = requireEditable(ctx, await store.findAnnotation(ctx, annotation_id), codes)
  await setDeleted(ctx, table, annotation_id, ctx.now)
  await auditForeign(ctx, row, 'annotation.deleted')
  announce(ctx, row)
  return null
}

export async function restore(
  ctx: MemberContext,
  { annotation_id }: Body<typeof restoreAnnotation>,
): Promise<Annotation> {
  const row = requireEditable(ctx, await store.findAnnotation(ctx, annotation_id, restorableSince(ctx)), codes)
  await lockGraph(ctx, row.graph_id)
  await requireRoom(ctx, row.graph_id, room)
  await setDeleted(ctx, table, annotation_id, null)
  await auditForeign(ctx, row, 'annotation.restored')
  return announced(ctx, annotation_id)
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

/** Removes annotations that were deleted too long ago to be brought back. */
export const deletedAnnotations = cleanupOf(table)
