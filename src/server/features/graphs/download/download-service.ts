import type { Body } from '#shared/contract/endpoint'
import type { Counts, GraphFormat, readGraph } from '#shared/contract/graphs/endpoints'
import { csvLine, encodingMark } from '../../../platform/files/csv-line'
import { cleanName } from '../../../platform/files/name'
import { daysOf, timeIn } from '../../../platform/files/times'
import type { DownloadFile, PreflightContext } from '../../../platform/http/route'
import { listAnnotations } from '../annotations/store'
import { read } from '../plot-service'
import { listThresholds } from '../thresholds/store'
import { drawingOf, type Note, type NotedGraph } from './drawing'
import { pngOf } from './png'
import { svgOf } from './svg'

type Writer = (graph: NotedGraph, language: string) => DownloadFile['content']

const writers: Record<GraphFormat, Writer> = { csv: csvOf, png: painted, svg: drawn }
const mimes: Record<GraphFormat, string> = { csv: 'text/csv', png: 'image/png', svg: 'image/svg+xml' }

/**
 * A graph as a file [7.24], for a caller who may read its logbook: of the range that a call without a format would
 * return.
 */
export async function offer(preflight: PreflightContext, body: Body<typeof readGraph>): Promise<DownloadFile> {
  const { format = 'csv' } = body
  const { graph, language } = await preflight.runAsMember(async ctx => {
    const plotted = await read(ctx, body)
    const [annotations, thresholds] = await Promise.all([
      listAnnotations(ctx, plotted.graph_id),
      listThresholds(ctx, plotted.graph_id),
    ])
    const graph = {
      ...plotted,
      annotations: notesIn(annotations, plotted.plot),
      thresholds: thresholds.filter(({ unit }) => unit === plotted.plot.unit),
    }
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

/** Those that stand at least partly in a time, its end excluded. */
const notesIn = (notes: readonly Note[], time: { from: string; to: string }) =>
  notes.filter(({ from, to }) => from < time.to && (from >= time.from || (to !== null && to > time.from)))

/** One line for each hour, day or week, with the number of logs for each label, and annotations if there are any. */
async function* csvOf({ labels, plot, annotations }: NotedGraph): DownloadFile['content'] {
  const indexes = Object.keys(labels) as (keyof Counts)[]
  const noted = (text: string) => (annotations.length > 0 ? [text] : [])
  yield `${encodingMark}${csvLine(['from', 'to', ...indexes.map(index => labels[index] ?? ''), ...noted('annotations')])}`
  for (const { from, to, counts } of plot.buckets) {
    const counted = indexes.map(index => String(counts[index] ?? 0))
    const notes = notesIn(annotations, { from, to }).map(({ text }) => text)
    yield csvLine([timeIn(plot.zone, from), timeIn(plot.zone, to), ...counted, ...noted(notes.join('; '))])
  }
}

async function* drawn(graph: NotedGraph, language: string): DownloadFile['content'] {
  yield svgOf(drawingOf(graph, language))
}

async function* painted(graph: NotedGraph, language: string): DownloadFile['content'] {
  yield await pngOf(drawingOf(graph, language))
}
