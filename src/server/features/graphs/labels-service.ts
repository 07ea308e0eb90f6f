import type { Body } from '#shared/contract/endpoint'
import type { labelLog } from '#shared/contract/graphs/endpoints'
import type { LabelAssignment, LogLabel } from '#shared/contract/graphs/label'
import { apiError } from '#shared/errors'
import type { MemberContext } from '../../platform/request-context'
import { requireReadable, requireRight } from '../documents/service'
import * as store from './labels-store'
import * as proposals from './proposals/store'
import { findGraph } from './store'

interface LabelledLog {
  doc_id: number
  log_id: number
  created_at: string
}

/** Adds labels to a log; all of them must belong to graphs of its own logbook. Returns them by graph and index. */
export async function put(
  ctx: MemberContext,
  log: LabelledLog,
  marks: readonly LabelAssignment[],
): Promise<LogLabel[]> {
  const asked = [...new Map(marks.map(mark => [`${mark.graph_id}:${mark.label}`, mark])).values()]
  const labels = await store.insertAssignments(ctx, log, asked)
  if (labels.length < asked.length) throw apiError('label.not_found')
  return labels
}

/** A log that the caller may label by a graph, locked until the call ends: as its writer, or as an editor of the logbook. */
export async function lockLabelled(
  ctx: MemberContext,
  { doc_id, log_id, graph_id }: { doc_id: number; log_id: number; graph_id: number },
): Promise<store.LockedLog> {
  const [rights, log, graph] = await Promise.all([
    requireReadable(ctx, doc_id),
    store.lockLog(ctx, doc_id, log_id),
    findGraph(ctx, graph_id),
  ])
  requireRight(rights, 'writable')
  if (!log) throw apiError('log.not_found')
  if (log.created_by !== ctx.caller.user_id) requireRight(rights, 'editable')
  if (graph?.logbook_id !== doc_id) throw apiError('graph.not_found')
  return log
}

/** Sets which labels of one graph a log carries; those of other graphs stay. What Mate proposed there is settled by it. */
export async function set(
  ctx: MemberContext,
  { doc_id, log_id, graph_id, labels }: Body<typeof labelLog>,
): Promise<LogLabel[]> {
  const log = await lockLabelled(ctx, { doc_id, log_id, graph_id })
  if ((await proposals.deleteProposals(ctx, { log_id, graph_id })) > 0) {
    const proposed = await proposals.proposalsFor(ctx, log_id)
    ctx.record({ kind: 'log.labels_proposed', doc_id, log_id, labels: proposed }, { to: 'document', doc_id })
  }
  const before = await store.labelsOfLog(ctx, log_id)
  const has = new Set(before.filter(assignment => assignment.graph_id === graph_id).map(assignment => assignment.label))
  const wanted = new Set(labels)
  if (has.size === wanted.size && labels.every(label => has.has(label))) return before
  // Adds first, then removes. So labels are locked before the log, in the same order as when a graph is removed.
  const marks = [...wanted].map(label => ({ graph_id, label }))
  await put(ctx, { doc_id, log_id, created_at: log.created_at }, marks)
  await store.deleteOtherAssignments(ctx, { log_id, graph_id }, labels)
  const after = await store.labelsOfLog(ctx, log_id)
  ctx.record({ kind: 'log.labelled', doc_id, log_id, labels: after }, { to: 'document', doc_id })
  return after
}
