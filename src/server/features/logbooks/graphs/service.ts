import type { Body } from '#shared/contract/endpoint'
import type {
  createGraph,
  deleteGraph,
  Graph,
  Labels,
  ListedGraph,
  listGraphs,
  updateGraph,
} from '#shared/contract/graphs'
import { refuse } from '#shared/errors'
import { graph as limits } from '#shared/limits'
import type { MemberScene } from '../../../platform/scene'
import { personFrom } from '../../profile/person-service'
import type { Rights } from '../access-store'
import { lockDocument, rightsOn } from '../documents-store'
import { requireFound, requireReadable, requireRight } from '../rights'
import * as store from './store'

export async function graphFrom(at: MemberScene, row: store.GraphRow): Promise<Graph> {
  const [created_by, updated_by] = await Promise.all(
    [row.creator, row.updater].map(person => person && personFrom(at, person)),
  )
  return {
    graph_id: row.id,
    name: row.name,
    logbook_id: row.logbook_id,
    instruction_id: null,
    created_at: row.created_at,
    created_by: created_by ?? null,
    updated_at: row.updated_at,
    updated_by: updated_by ?? null,
    is_pinned: row.is_pinned,
    labels: row.labels,
  }
}

/** A graph of a document that the caller may not read does not exist for them [D6]. */
export async function requireGraph(at: MemberScene, graph_id: number): Promise<store.GraphRow & Rights> {
  const found = await store.findGraph(at, graph_id)
  if (!found) throw refuse('graph.not_found')
  return found
}

/** A graph that the caller may change, held until the call ends. */
async function lockEditable(at: MemberScene, graph_id: number): Promise<store.GraphRow> {
  const [, graph] = await Promise.all([store.lockGraph(at, graph_id), requireGraph(at, graph_id)])
  requireRight(graph, 'editable')
  return graph
}

/** Creates a graph for a logbook [3.9b]. */
export async function create(at: MemberScene, { logbook_id, name, labels }: Body<typeof createGraph>): Promise<Graph> {
  const [, found, count] = await Promise.all([
    lockDocument(at, logbook_id),
    rightsOn(at, logbook_id),
    store.countGraphs(at, logbook_id),
  ])
  const document = requireFound(found)
  requireRight(document, 'editable')
  if (document.type !== 'logbook') throw refuse('document.not_a_logbook')
  if (count >= limits.perLogbook) throw refuse('graph.too_many')
  const graph_id = await store.insertGraph(at, logbook_id, name)
  await store.putLabels(at, graph_id, labels)
  at.record({ kind: 'graph.created', graph_id, doc_id: logbook_id }, { to: 'document', doc_id: logbook_id })
  return graphFrom(at, await requireGraph(at, graph_id))
}

/** The graphs of a logbook that the caller was found to be allowed to read; none of what is no logbook. */
export async function graphsOf(at: MemberScene, logbook_id: number): Promise<Graph[]> {
  return Promise.all((await store.graphsOf(at, logbook_id)).map(row => graphFrom(at, row)))
}

export async function list(at: MemberScene, { logbook_id }: Body<typeof listGraphs>): Promise<ListedGraph[]> {
  const [, rows] = await Promise.all([requireReadable(at, logbook_id), store.listGraphs(at, logbook_id)])
  return Promise.all(rows.map(async row => ({ ...(await graphFrom(at, row)), label_counts: row.label_counts })))
}

export async function update(
  at: MemberScene,
  { graph_id, labels, drop_labels, name, is_pinned }: Body<typeof updateGraph>,
): Promise<Graph> {
  const graph = await lockEditable(at, graph_id)
  const changes = { ...(name !== undefined && { name }), ...(is_pinned !== undefined && { is_pinned }) }
  if (!labels && Object.keys(changes).length === 0) return graphFrom(at, graph)
  if (labels) {
    await dropLabels(at, graph, { labels, drop_labels })
    await store.putLabels(at, graph_id, labels)
  }
  await store.updateGraph(at, graph_id, changes)
  at.record({ kind: 'graph.changed', graph_id, doc_id: graph.logbook_id }, { to: 'document', doc_id: graph.logbook_id })
  return graphFrom(at, await requireGraph(at, graph_id))
}

/** Removes the labels that are not wanted any more. Logs lose them only where the caller says so. */
async function dropLabels(
  at: MemberScene,
  graph: store.GraphRow,
  { labels, drop_labels }: { labels: Labels; drop_labels: boolean },
): Promise<void> {
  const dropped = Object.entries(graph.labels).filter(([index]) => !(index in labels))
  if (dropped.length === 0) return
  const indexes = dropped.map(([index]) => Number(index))
  // One after the other: only once the labels are held does the count see what others have just given them.
  await store.lockLabels(at, graph.id, indexes)
  const logs = await store.countLogs(at, graph.id, indexes)
  if (logs > 0 && !drop_labels) throw refuse('label.in_use')
  await store.deleteLabels(at, graph.id, indexes)
  if (logs === 0) return
  await at.audit({
    kind: 'graph.labels_dropped',
    subject: `graph:${graph.id}`,
    details: { name: graph.name, labels: Object.fromEntries(dropped), logs },
  })
}

/** Deletes a graph; its labels leave all logs. */
export async function remove(at: MemberScene, { graph_id }: Body<typeof deleteGraph>): Promise<null> {
  const { logbook_id: doc_id, name, labels } = await lockEditable(at, graph_id)
  await store.deleteGraph(at, graph_id)
  at.record({ kind: 'graph.deleted', graph_id, doc_id }, { to: 'document', doc_id })
  await at.audit({ kind: 'graph.deleted', subject: `graph:${graph_id}`, details: { doc_id, name, labels } })
  return null
}
