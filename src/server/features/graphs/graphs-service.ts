import type { Body } from '#shared/contract/endpoint'
import type {
  createGraph,
  deleteGraph,
  findGraphs,
  Graph,
  Labels,
  ListedGraph,
  listGraphs,
  NamedGraph,
  updateGraph,
} from '#shared/contract/graphs/endpoints'
import { graph as limits } from '#shared/contract/graphs/limits'
import { apiError } from '#shared/errors'
import { personFrom } from '../../platform/people/person'
import { portsOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import type { Rights } from '../access/document-sql'
import { lockDocument, requireFound, requireReadable, requireRight, rightsOn } from '../documents/service'
import * as store from './store'

export async function graphFrom(ctx: MemberContext, row: store.GraphRow): Promise<Graph> {
  const [created_by, updated_by] = await Promise.all(
    [row.creator, row.updater].map(person => person && personFrom(ctx, person)),
  )
  return {
    graph_id: row.id,
    name: row.name,
    logbook_id: row.logbook_id,
    instruction_id: row.instruction_id,
    created_at: row.created_at,
    created_by: created_by ?? null,
    updated_at: row.updated_at,
    updated_by: updated_by ?? null,
    is_pinned: row.is_pinned,
    labels: row.labels,
    mate_labels: row.mate_labels,
  }
}

/** A graph of a document that the caller may not read does not exist for them [D6]. */
export async function requireGraph(ctx: MemberContext, graph_id: number): Promise<store.GraphRow & Rights> {
  const found = await store.findGraph(ctx, graph_id)
  if (!found) throw apiError('graph.not_found')
  return found
}

/** A graph that the caller may change, locked until the call ends. */
async function lockEditable(ctx: MemberContext, graph_id: number): Promise<store.GraphRow> {
  const [, graph] = await Promise.all([store.lockGraph(ctx, graph_id), requireGraph(ctx, graph_id)])
  requireRight(graph, 'editable')
  return graph
}

/** Creates a graph for a logbook, or for a job that gives its labels [3.9b]. */
export async function create(
  ctx: MemberContext,
  { instruction_id, name, labels, mate_labels, ...body }: Body<typeof createGraph>,
): Promise<Graph> {
  const ports = portsOf(ctx.app)
  const logbook_id = body.logbook_id ?? (instruction_id && (await ports.logbookOfJob(ctx, instruction_id)))
  if (!logbook_id) throw apiError('graph.job_writes_nowhere')
  const [, found, count] = await Promise.all([
    lockDocument(ctx, logbook_id),
    rightsOn(ctx, logbook_id),
    store.countGraphs(ctx, logbook_id),
  ])
  const document = requireFound(found)
  requireRight(document, 'editable')
  if (document.type !== 'logbook') throw apiError('document.not_a_logbook')
  if (count >= limits.perLogbook) throw apiError('graph.too_many')
  const graph_id = await store.insertGraph(ctx, { logbook_id, name, mate_labels })
  await store.putLabels(ctx, graph_id, labels)
  if (instruction_id) await ports.labelByJob(ctx, instruction_id, graph_id)
  ctx.record({ kind: 'graph.created', graph_id, doc_id: logbook_id }, { to: 'document', doc_id: logbook_id })
  return graphFrom(ctx, await requireGraph(ctx, graph_id))
}

/** The graphs of a logbook that the caller may read; none for other documents. */
export async function graphsOf(ctx: MemberContext, logbook_id: number): Promise<Graph[]> {
  return Promise.all((await store.graphsOf(ctx, logbook_id)).map(row => graphFrom(ctx, row)))
}

export async function list(ctx: MemberContext, { logbook_id }: Body<typeof listGraphs>): Promise<ListedGraph[]> {
  const [, rows] = await Promise.all([requireReadable(ctx, logbook_id), store.listGraphs(ctx, logbook_id)])
  return Promise.all(rows.map(async row => ({ ...(await graphFrom(ctx, row)), label_counts: row.label_counts })))
}

export async function update(
  ctx: MemberContext,
  { graph_id, labels, drop_labels, name, is_pinned, mate_labels }: Body<typeof updateGraph>,
): Promise<Graph> {
  const graph = await lockEditable(ctx, graph_id)
  const changes = {
    ...(name !== undefined && { name }),
    ...(is_pinned !== undefined && { is_pinned }),
    ...(mate_labels !== undefined && { mate_labels }),
  }
  if (!labels && Object.keys(changes).length === 0) return graphFrom(ctx, graph)
  if (labels) {
    await dropLabels(ctx, graph, { labels, drop_labels })
    await store.putLabels(ctx, graph_id, labels)
  }
  await store.updateGraph(ctx, graph_id, changes)
  ctx.record(
    { kind: 'graph.changed', graph_id, doc_id: graph.logbook_id },
    { to: 'document', doc_id: graph.logbook_id },
  )
  return graphFrom(ctx, await requireGraph(ctx, graph_id))
}

/** Removes labels. Those that logs carry are removed only if the caller confirms it. */
async function dropLabels(
  ctx: MemberContext,
  graph: store.GraphRow,
  { labels, drop_labels }: { labels: Labels; drop_labels: boolean },
): Promise<void> {
  const dropped = Object.entries(graph.labels).filter(([index]) => !(index in labels))
  if (dropped.length === 0) return
  const indexes = dropped.map(([index]) => Number(index))
  // Runs in sequence: the labels must be locked first, so that the count includes assignments made a moment ago.
  await store.lockLabels(ctx, graph.id, indexes)
  const logs = await store.countLogs(ctx, graph.id, indexes)
  if (logs > 0 && !drop_labels) throw apiError('label.in_use')
  await store.deleteLabels(ctx, graph.id, indexes)
  if (logs === 0) return
  await ctx.audit({
    kind: 'graph.labels_dropped',
    subject: `graph:${graph.id}`,
    details: { name: graph.name, labels: Object.fromEntries(dropped), logs },
  })
}

/** Deletes a graph, and its labels from all logs. */
export async function remove(ctx: MemberContext, { graph_id }: Body<typeof deleteGraph>): Promise<null> {
  const { logbook_id: doc_id, name, labels } = await lockEditable(ctx, graph_id)
  await store.deleteGraph(ctx, graph_id)
  ctx.record({ kind: 'graph.deleted', graph_id, doc_id }, { to: 'document', doc_id })
  await ctx.audit({ kind: 'graph.deleted', subject: `graph:${graph_id}`, details: { doc_id, name, labels } })
  return null
}

/** Graphs to be chosen from, for example for a page. */
export const find = (ctx: MemberContext, { query }: Body<typeof findGraphs>): Promise<NamedGraph[]> =>
  store.graphsWithName(ctx, query, limits.offered)
