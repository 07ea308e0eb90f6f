import type { Annotation } from '#shared/contract/graphs/annotations'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import type { LogLabel } from '#shared/contract/graphs/label'
import { annotationsIn } from './annotations/annotations-in'
import { labelsOf } from './labels-of'

type Cell = string | number

/** Returns a CSV cell. Text that spreadsheets would treat as a formula gets an apostrophe, which they do not show. */
function cell(value: Cell): string {
  if (typeof value === 'number') return String(value)
  const text = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Starts with a byte order mark, by which spreadsheets recognise the encoding. */
const table = (rows: readonly (readonly Cell[])[]) =>
  `\uFEFF${rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')}`

/**
 * Returns how many logs have each label, with a row for each hour, day or week. Annotations are in a last column, if there
 * are any in the time.
 */
export function countsTable(
  graph: PlottedGraph,
  words: { from: string; to: string; total: string; annotations: string },
  annotations: readonly Pick<Annotation, 'text' | 'from' | 'to'>[] = [],
): string {
  const labels = labelsOf(graph)
  const isNoted = annotationsIn(annotations, graph.plot).length > 0
  const noted = (text: string) => (isNoted ? [text] : [])
  return table([
    [words.from, words.to, ...labels.map(({ text }) => text), ...noted(words.annotations)],
    ...graph.plot.buckets.map(({ counts, ...time }) => [
      ...[time.from, time.to, ...labels.map(({ key }) => counts[key] ?? 0)],
      ...noted(
        annotationsIn(annotations, time)
          .map(({ text }) => text)
          .join('; '),
      ),
    ]),
    [words.total, '', ...labels.map(({ key }) => graph.totals[key] ?? 0), ...noted('')],
  ])
}

interface MarkedLog {
  id: number
  created_at: string
  title: string
  labels: readonly LogLabel[]
}

/** Returns a row for each log, with a column for each label of the graph. */
export function logsTable(
  graph: PlottedGraph,
  logs: readonly MarkedLog[],
  words: { log: string; time: string; title: string },
): string {
  const labels = labelsOf(graph)
  return table([
    [words.log, words.time, words.title, ...labels.map(({ text }) => text)],
    ...logs.map(log => {
      const carried = new Set(log.labels.filter(label => label.graph_id === graph.graph_id).map(label => label.label))
      return [log.id, log.created_at, log.title, ...labels.map(({ index }) => (carried.has(index) ? 1 : 0))]
    }),
  ])
}

/** Returns the name of a downloaded file: the graph's name without characters that file systems refuse. */
export function fileName(name: string, ending: string): string {
  const stem = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
  const isDevice = /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(stem)
  return `${isDevice ? `graph-${stem}` : stem || 'graph'}.${ending}`
}
