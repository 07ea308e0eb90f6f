import type { Body } from '#shared/contract/endpoint'
import type { LabelAssignment, LogLabel, labelLog } from '#shared/contract/graphs'
import { apiError } from '#shared/errors'
import type { MemberContext } from '../../platform/request-context'
import { requireReadable, requireRight } from '../documents/service'
import * as store from './labels-store'
import { findGraph } from './store'

interface Marked {
  doc_id: number
  log_id: number
  created_at: string
}

/** Puts labels on a log; all of them must be of graphs of its own logbook. Answers them by graph and index. */
export async function put(ctx: MemberContext, log: Marked, marks: readonly LabelAssignment[]): Promise<LogLabel[]> {
  const asked = [...new Map(marks.map(mark => [`${mark.graph_id}:${mark.label}`, mark])).values()]
  const labels = await store.insertMarks(ctx, log, asked)
  if (labels.length < asked.length) throw apiError('label.not_found')
  return labels
}

/** Sets what labels of one graph a log carries; those of other graphs stay. */
export async function set(
  ctx: MemberContext,
  { doc_id, log_id, graph_id, labels }: Body<typeof labelLog>,
): Promise<LogLabel[]> {
  const [rights, log, graph] = await Promise.all([
    requireReadable(ctx, doc_id),
    store.lockLog(ctx, doc_id, log_id),
    findGraph(ctx, graph_id),
  ])
  requireRight(rights, 'writable')
  if (!log) throw apiError('log.not_found')
  if (log.created_by !== ctx.caller.user_id) requireRight(rights, 'editable')
  if (graph?.logbook_id !== doc_id) throw apiError('graph.not_found')
  const before = await store.marksOf(ctx, log_id)
  const has = new Set(before.filter(one => one.graph_id === graph_id).map(one => one.label))
  const wanted = new Set(labels)
  if (has.size === wanted.size && labels.every(label => has.has(label))) return before
  // First put, then take off: a label is held before its log is, in the order in which removing a graph takes them.
  const marks = [...wanted].map(label => ({ graph_id, label }))
  await put(ctx, { doc_id, log_id, created_at: log.created_at }, marks)
  await store.keepMarks(ctx, { log_id, graph_id }, labels)
  const after = await store.marksOf(ctx, log_id)
  ctx.record({ kind: 'log.labelled', doc_id, log_id, labels: after }, { to: 'document', doc_id })
  return after
}
