import { z } from 'zod'
import type { Reference } from '#shared/contract/mate/endpoints'
import { documentLink } from '../../platform/markdown'
import type { MemberContext } from '../../platform/request-context'
import { nothingRead, type Tool } from '../../platform/tool'
import { type GraphFact, graphQuestion } from './graph-question'
import { read } from './plot-service'
import * as store from './store'

const Instant = z.iso.datetime()
const GraphQuery = z.object({
  name: z.string().max(200).optional(),
  logbook_id: z.int().optional(),
  from: Instant.optional(),
  to: Instant.optional(),
})

/** The most graphs in one result. */
const mostGraphs = 5

export const graphTool: Tool<z.output<typeof GraphQuery>, { graphs: GraphFact[] }> = {
  name: 'read_graph',
  description:
    'What graphs show: how many logs of their logbook carry each of their labels within a time (`from` and `to`, ISO instants; without them, the day of the newest labelled log), in all and by hour, day or week, 5 graphs at most. `name` is a text that contains the name of the graph, `logbook_id` the id of its logbook. The numbers are exact.',
  input: GraphQuery,
  question: graphQuestion,
  async run(ctx, { name, logbook_id, from, to }) {
    const named = await store.graphsNamedIn(ctx, { text: name, logbook_id, limit: mostGraphs })
    const time = from !== undefined && to !== undefined ? { from, to } : {}
    const graphs: GraphFact[] = []
    for (const { id, doc_name } of named) graphs.push(await factOf(ctx, { graph_id: id, ...time }, doc_name))
    const references = graphs.map(
      ({ doc_id, logbook }): Reference => ({ kind: 'document', id: doc_id, title: logbook }),
    )
    return {
      facts: { graphs },
      references,
      read: { ...nothingRead, documents: new Set(named.map(graph => graph.doc_id)).size },
    }
  },
}

async function factOf(
  ctx: MemberContext,
  params: { graph_id: number; from?: string; to?: string },
  logbook: string,
): Promise<GraphFact> {
  const { name, logbook_id, labels, totals, log_count, plot } = await read(ctx, params, 'mate')
  const texts = Object.entries(labels).map(([index, text]) => ({ index: index as keyof typeof totals, label: text }))
  return {
    graph_id: params.graph_id,
    name,
    doc_id: logbook_id,
    logbook,
    link: documentLink(logbook_id, logbook),
    unit: plot.unit,
    from: plot.from,
    to: plot.to,
    log_count,
    totals: texts.map(({ index, label }) => ({ label, logs: totals[index] ?? 0 })),
    parts: plot.buckets.flatMap(({ from, counts }) => {
      const labelled = texts.flatMap(({ index, label }) => {
        const logs = counts[index] ?? 0
        return logs > 0 ? [{ label, logs }] : []
      })
      return labelled.length > 0 ? [{ from, labels: labelled }] : []
    }),
  }
}
