import { z } from 'zod'
import { colourCycle } from '../../limits'
import { areDistinct } from '../../rules/labels'
import { Id, Instant, Nothing, Person, TimeZone, text } from '../common'
import { downloadEndpoint, endpoint, member } from '../endpoint'
import { LabelIndex, LogLabel } from './label'
import { graph } from './limits'

const indexes = z.enum(['0', '1', '2', '3', '4'])

/** The texts of a graph's labels by index. */
const Labels = z.partialRecord(indexes, text(graph.labelLength))
export type Labels = z.infer<typeof Labels>

/** Labels as callers send them: at least one, and no two that read the same. */
const NewLabels = Labels.refine(labels => Object.keys(labels).length > 0, 'Name at least one label.').refine(
  labels => areDistinct(Object.values(labels)),
  'Two labels have the same text.',
)

/** How many logs carry each label, by index. */
const Counts = z.partialRecord(indexes, z.int())
export type Counts = z.infer<typeof Counts>

/** Whether Mate labels logs that people write: not at all, as a proposal to be taken with a click, or at once. */
export const MateLabels = z.enum(['off', 'propose', 'apply'])
export type MateLabels = z.infer<typeof MateLabels>

/**
 * Labels for the logs of one logbook, and the plot drawn from them [3.9a, D22]. `instruction_id` is the oldest job that
 * gives these labels; null if none does.
 */
export const Graph = z.object({
  graph_id: Id,
  name: z.string(),
  logbook_id: Id,
  instruction_id: Id.nullable(),
  created_at: Instant,
  created_by: Person.nullable(),
  updated_at: Instant,
  updated_by: Person.nullable(),
  is_pinned: z.boolean(),
  labels: Labels,
  mate_labels: MateLabels.default('off'),
})
export type Graph = z.infer<typeof Graph>

/** `label_counts` covers the whole logbook and includes zeros. */
export const ListedGraph = Graph.extend({ label_counts: Counts })
export type ListedGraph = z.infer<typeof ListedGraph>

export const PlotUnit = z.enum(['hour', 'day', 'week'])
export type PlotUnit = z.infer<typeof PlotUnit>

/** Logs of one local hour, day or week; `to` is the first instant after it. Labels that no log carries are left out. */
export const Bucket = z.object({ from: Instant, to: Instant, counts: Counts })
export type Bucket = z.infer<typeof Bucket>

/** A log with its labels of one graph. `message_id` is null until messages can be labelled too. */
export const PlotEntry = z.object({
  log_id: Id,
  title: z.string(),
  labels: z.array(LabelIndex),
  created_at: Instant,
  message_id: Id.nullable(),
})
export type PlotEntry = z.infer<typeof PlotEntry>

/** A graph with its plot over whole hours, days or weeks of a time zone. */
export const PlottedGraph = Graph.extend({
  plot: z.object({ unit: PlotUnit, zone: z.string(), from: Instant, to: Instant, buckets: z.array(Bucket) }),
  /** Number of logs in that time for each label, including zeros. */
  totals: Counts,
  /** Number of logs in that time that carry any label; a log with two labels counts once. */
  log_count: z.int(),
  /** The newest of these logs, newest first. `has_more` is true if some are left out. */
  plot_data: z.array(PlotEntry),
  has_more: z.boolean(),
})
export type PlottedGraph = z.infer<typeof PlottedGraph>

export const createGraph = endpoint({
  method: 'POST',
  path: '/graph',
  summary:
    'Creates a graph with one to five labels for the logs of a logbook. Editors of the logbook may do this. With `instruction_id`, a job gives these labels from now on, which who may change the job may do; without a `logbook_id`, the graph is for the first logbook that the job writes to.',
  access: member(),
  body: z
    .object({
      logbook_id: Id.optional(),
      instruction_id: Id.optional(),
      name: text(graph.nameLength),
      labels: NewLabels,
      mate_labels: MateLabels.default('off'),
    })
    .refine(body => body.logbook_id !== undefined || body.instruction_id !== undefined, {
      path: ['logbook_id'],
      message: 'Name a logbook or a job.',
    }),
  answer: Graph,
})

export const listGraphs = endpoint({
  method: 'GET',
  path: '/graph',
  summary: 'Lists the graphs of a logbook, pinned ones first, then by name.',
  access: member(),
  body: z.object({ logbook_id: Id }),
  answer: z.array(ListedGraph),
})

/** A graph by its name and that of its logbook, to be chosen from. */
export const NamedGraph = Graph.pick({ graph_id: true, name: true, logbook_id: true }).extend({
  logbook_name: z.string(),
})
export type NamedGraph = z.infer<typeof NamedGraph>

export const findGraphs = endpoint({
  method: 'POST',
  reads: true,
  path: '/graph/find',
  summary:
    'Lists graphs that the caller may read and whose names, or those of their logbooks, contain the words, the last changed first.',
  access: member(),
  body: z.object({ query: z.string().trim().max(graph.nameLength).default('') }),
  answer: z.array(NamedGraph),
})

/** File formats that a graph can be downloaded in. */
const GraphFormat = z.enum(['png', 'svg', 'csv'])
export type GraphFormat = z.infer<typeof GraphFormat>

const graphTypes: Record<GraphFormat, string> = {
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

export const readGraph = downloadEndpoint({
  method: 'GET',
  readsMuch: true,
  path: '/graph/{graph_id}',
  summary:
    'Returns a graph over the time from `from` to `to`, widened to whole hours, days or weeks of `zone` (by default the caller’s own). Without a time, it covers the day of the newest labelled log. With a `format`, the answer is a file.',
  access: member(),
  files: { by: 'format', types: graphTypes },
  body: z.object({
    graph_id: Id,
    from: Instant.optional(),
    to: Instant.optional(),
    unit: PlotUnit.optional(),
    zone: TimeZone.optional(),
    format: GraphFormat.optional(),
  }),
  answer: PlottedGraph,
})

export const updateGraph = endpoint({
  method: 'PATCH',
  path: '/graph/{graph_id}',
  summary:
    'Renames or pins a graph, or replaces its labels: labels left out are removed. Removing a label that logs carry needs `drop_labels`.',
  access: member(),
  body: z.object({
    graph_id: Id,
    name: text(graph.nameLength).optional(),
    labels: NewLabels.optional(),
    is_pinned: z.boolean().optional(),
    mate_labels: MateLabels.optional(),
    drop_labels: z.boolean().default(false),
  }),
  answer: Graph,
})

export const deleteGraph = endpoint({
  method: 'DELETE',
  path: '/graph/{graph_id}',
  summary: 'Deletes a graph and removes its labels from all logs.',
  access: member(),
  body: z.object({ graph_id: Id }),
  answer: Nothing,
})

export const labelLog = endpoint({
  method: 'PUT',
  path: '/logs/{doc_id}/labels',
  summary:
    'Sets which labels of a graph a log carries. Its writer and editors of the logbook may do this. Returns all labels of the log.',
  access: member(),
  body: z.object({ doc_id: Id, log_id: Id, graph_id: Id, labels: z.array(LabelIndex).max(colourCycle) }),
  answer: z.array(LogLabel),
})
