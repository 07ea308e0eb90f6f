import type { Body } from '#shared/contract/endpoint'
import type { Counts, GraphFormat, PlottedGraph, readGraph } from '#shared/contract/graphs/endpoints'
import { csvLine, encodingMark } from '../../../platform/files/csv-line'
import { cleanName } from '../../../platform/files/name'
import { daysOf, timeIn } from '../../../platform/files/times'
import type { DownloadFile, PreflightContext } from '../../../platform/http/route'
import { read } from '../plot-service'
import { drawingOf } from './drawing'
import { pngOf } from './png'
import { svgOf } from './svg'

type Writer = (graph: PlottedGraph, language: string) => DownloadFile['content']

const writers: Record<GraphFormat, Writer> = { csv: csvOf, png: painted, svg: drawn }
const mimes: Record<GraphFormat, string> = { csv: 'text/csv', png: 'image/png', svg: 'image/svg+xml' }

/**
 * A graph as a file [7.24], for a caller who may read its logbook: of the range that a call without a format would
 * return.
 */
export async function offer(preflight: PreflightContext, body: Body<typeof readGraph>): Promise<DownloadFile> {
  const { format = 'csv' } = body
  const { graph, language } = await preflight.runAsMember(async ctx => {
    const graph = await read(ctx, body)
    const details = { graph_id: graph.graph_id, format, from: graph.plot.from, to: graph.plot.to }
    await ctx.audit({ kind: 'graph.exported', subject: `document:${graph.logbook_id}`, details })
    return { graph, language: ctx.caller.language }
  })
  const { zone, from, to } = graph.plot
  const { first, last } = daysOf(zone, { start_time: from, end_time: to })
  const days = first === last ? first : `${first} - ${last}`
  const name = cleanName(`${graph.name} ${days}.${format}`, { mime: mimes[format], extension: format })
  return { name, content: writers[format](graph, language) }
}

/** One line for each hour, day or week, with the number of logs for each label. */
async function* csvOf({ labels, plot }: PlottedGraph): DownloadFile['content'] {
  const indexes = Object.keys(labels) as (keyof Counts)[]
  yield `${encodingMark}${csvLine(['from', 'to', ...indexes.map(index => labels[index] ?? '')])}`
  for (const { from, to, counts } of plot.buckets) {
    const counted = indexes.map(index => String(counts[index] ?? 0))
    yield csvLine([timeIn(plot.zone, from), timeIn(plot.zone, to), ...counted])
  }
}

async function* drawn(graph: PlottedGraph, language: string): DownloadFile['content'] {
  yield svgOf(drawingOf(graph, language))
}

async function* painted(graph: PlottedGraph, language: string): DownloadFile['content'] {
  yield await pngOf(drawingOf(graph, language))
}
