import { Temporal } from 'temporal-polyfill'
import type { Body } from '#shared/contract/endpoint'
import type { Bucket, Counts, PlottedGraph, PlotUnit, readGraph } from '#shared/contract/graphs/endpoints'
import { graph as limits } from '#shared/contract/graphs/limits'
import { apiError, type Issue } from '#shared/errors'
import { day } from '#shared/limits'
import { dayIn } from '../../platform/day'
import type { MemberContext } from '../../platform/request-context'
import { recordDocumentViews } from '../audit/service'
import { boundaries } from './boundaries'
import { graphFrom, requireGraph } from './graphs-service'
import * as store from './plot-store'
import { type GraphRow, graphsOf as graphsOfLogbook } from './store'

/** A graph with its plot over a range of time [D22], which the caller sees, or Mate for them. */
export async function read(
  ctx: MemberContext,
  { graph_id, ...params }: Body<typeof readGraph>,
  via?: 'mate',
): Promise<PlottedGraph> {
  const zone = params.zone ?? ctx.caller.timezone
  const named = requestedRange(params)
  const [graph, newest] = await Promise.all([
    requireGraph(ctx, graph_id),
    named ? null : store.newestLabelledAt(ctx, graph_id),
  ])
  const { from, to } = named ?? dayOf(newest ?? ctx.now, zone)
  const unit = params.unit ?? unitFor(Date.parse(to) - Date.parse(from))
  const edges = boundaries({ from, to, unit, zone }, limits.buckets)
  if (!edges)
    throw invalid('unit', `That is more than ${limits.buckets} of them. Choose a longer unit or a shorter time.`)
  const [{ buckets, totals }, log_count, entries] = await Promise.all([
    countIn(ctx, graph, edges),
    store.countLabelled(ctx, graph_id, edges),
    store.newestLabelled(ctx, graph_id, edges, limits.entries + 1),
  ])
  recordDocumentViews(ctx, [graph.logbook_id], via)
  return {
    ...(await graphFrom(ctx, graph)),
    plot: { unit, zone, from: edges.at(0) ?? from, to: edges.at(-1) ?? to, buckets },
    totals,
    log_count,
    plot_data: entries.slice(0, limits.entries).map(entry => ({ ...entry, message_id: null })),
    has_more: entries.length > limits.entries,
  }
}

/** How many logs carry each label of a graph in each interval of these ordered instants, and in all of them. */
export async function countIn(
  ctx: MemberContext,
  { id, labels }: Pick<GraphRow, 'id' | 'labels'>,
  edges: readonly string[],
): Promise<{ buckets: Bucket[]; totals: Counts }> {
  const counts = await store.countBetween(ctx, id, edges)
  const buckets: Bucket[] = edges.slice(1).map((end, index) => ({ from: edges[index] ?? end, to: end, counts: {} }))
  const totals: Counts = Object.fromEntries(Object.keys(labels).map(label => [label, 0]))
  for (const { bucket, label, logs } of counts) {
    const index = String(label) as keyof Counts
    const counted = buckets[bucket - 1]?.counts
    if (counted) counted[index] = logs
    totals[index] = (totals[index] ?? 0) + logs
  }
  return { buckets, totals }
}

const invalid = (path: Issue['path'], message: string) => apiError('request.invalid', { issues: [{ path, message }] })

/** Instants that databases and calendars of all kinds support. */
const supportedRange = { from: 0, to: Date.UTC(9_999, 0) }

/** The range that the caller gave, if any. */
function requestedRange({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  if (from === undefined && to === undefined) return null
  if (from === undefined) throw invalid('from', 'Choose a start time as well.')
  if (to === undefined) throw invalid('to', 'Choose an end time as well.')
  if (Date.parse(from) >= Date.parse(to)) throw invalid('to', 'The end must be after the start.')
  if (Date.parse(from) < supportedRange.from) throw invalid('from', 'Choose a time since 1970.')
  if (Date.parse(to) > supportedRange.to) throw invalid('to', 'Choose a time before the year 9999.')
  return { from, to }
}

function dayOf(instant: string, zone: string) {
  return dayIn(zone, Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString())
}

/** The best unit for a range: hours up to two days, days up to three months, with a margin for clock changes. */
function unitFor(milliseconds: number): PlotUnit {
  return milliseconds <= 2.1 * day ? 'hour' : milliseconds <= 93 * day ? 'day' : 'week'
}

/**
 * How many logs of a logbook carry each label of its graphs in a time, by the texts of the labels and with zeros. Does not
 * check whether the caller may read it.
 */
export async function countsBetween(
  ctx: MemberContext,
  logbook_id: number,
  { from, to }: { from: string; to: string },
): Promise<{ name: string; logs: Record<string, number> }[]> {
  if (from >= to) return []
  const graphs = await graphsOfLogbook(ctx, logbook_id)
  const counts = await Promise.all(graphs.map(graph => store.countBetween(ctx, graph.id, [from, to])))
  return graphs.map(({ name, labels }, at) => ({
    name,
    logs: Object.fromEntries(
      Object.entries(labels).map(([label, text]) => [
        text,
        counts[at]?.find(count => count.bucket === 1 && String(count.label) === label)?.logs ?? 0,
      ]),
    ),
  }))
}
