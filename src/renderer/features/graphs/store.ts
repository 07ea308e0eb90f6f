import { z } from 'zod'
import type { Input } from '#shared/contract/endpoint'
import {
  createGraph,
  type Graph,
  ListedGraph,
  labelLog,
  listGraphs,
  updateGraph,
} from '#shared/contract/graphs/endpoints'
import type { LogLabel } from '#shared/contract/graphs/label'
import { call, type Outcome } from '../../platform/api'
import { answerOrCopy } from '../../platform/copied-answer'
import type { Failure } from '../../platform/failure'
import { account } from '../../platform/guest'
import { offlineCopies } from '../../platform/offline-copies'
import { createSlice } from '../../platform/store'
import { copyOfPart } from '../documents/store'
import { useTimelines } from '../logs/store'
import { labelsOf } from './labels-of'
import { useProposals } from './proposals/store'

interface GraphList {
  status: 'loading' | 'ready' | 'failed'
  failure: Failure | null
  /** Pinned ones first, then by name. */
  graphs: ListedGraph[]
}

interface State {
  /** By logbook. */
  lists: Record<number, GraphList>
}

/** The labels of a log as the server last returned them, and how many changes to them are running. */
const underWay = new Map<number, { calls: number; known: LogLabel[]; last: Promise<unknown> }>()
/** Lists that are loading; true if they changed meanwhile. */
const reading = new Map<number, boolean>()

/** Without a network, what is read can be labelled, because the labels of its graphs are copied. */
const copyPlace = (doc_id: number) => ({ name: copyOfPart(doc_id, 'graphs'), schema: z.array(ListedGraph) })
/** The addresses of people's pictures expire. */
const withoutPeople = (graph: ListedGraph): ListedGraph => ({ ...graph, created_by: null, updated_by: null })

/** Whether the labels of a log are being changed here, so that changes by others wait for the answer. */
export function holdLabels(log_id: number, labels: LogLabel[]): boolean {
  const held = underWay.get(log_id)
  if (held) held.known = labels
  return held !== undefined
}

/** Graphs of logbooks, and the labels that they give to logs. */
export const useGraphs = createSlice(
  'graphs',
  { lists: {} } as State,
  (_set, get, writer) => ({
    /** Loads a logbook's graphs. Requests during a load cause one more load. */
    async load(doc_id: number): Promise<void> {
      if (reading.has(doc_id)) {
        reading.set(doc_id, true)
        return
      }
      reading.set(doc_id, false)
      const write = writer()
      write(({ lists }) => {
        if (lists[doc_id]?.status !== 'ready') lists[doc_id] = { status: 'loading', failure: null, graphs: [] }
      })
      const place = copyPlace(doc_id)
      const owner = account()
      const outcome = await answerOrCopy(call(listGraphs, { logbook_id: doc_id }), place, {
        isEmpty: () => get().lists[doc_id]?.status !== 'ready',
        show: graphs =>
          write(({ lists }) => {
            lists[doc_id] = { status: 'ready', failure: null, graphs }
          }),
      })
      if (outcome.ok && account() === owner) offlineCopies.keep(place.name, outcome.data.map(withoutPeople))
      const isOld = reading.get(doc_id)
      reading.delete(doc_id)
      write(({ lists }) => {
        if (outcome.ok) lists[doc_id] = { status: 'ready', failure: null, graphs: outcome.data }
        else if (lists[doc_id]?.status !== 'ready') {
          const { code, message } = outcome
          lists[doc_id] = { status: 'failed', failure: { code, message }, graphs: [] }
        }
      })
      if (isOld) await this.load(doc_id)
      else if (outcome.ok) {
        write(() => reword(doc_id, outcome.data))
        if (outcome.data.some(({ mate_labels }) => mate_labels === 'propose')) void useProposals.getState().load(doc_id)
      }
    },

    async create(params: Input<typeof createGraph>): Promise<Outcome<Graph>> {
      const outcome = await call(createGraph, params)
      if (outcome.ok) await this.load(outcome.data.logbook_id)
      return outcome
    },

    async update(params: Input<typeof updateGraph>): Promise<Outcome<Graph>> {
      const outcome = await call(updateGraph, params)
      if (outcome.ok) await this.load(outcome.data.logbook_id)
      return outcome
    },

    /**
     * Sets the labels of one graph on a log: here at once, then on the server in the same order. Once the log matches
     * the server, it returns the error, or null if a later change will report.
     */
    async label(
      { id, doc_id, labels: before }: { id: number; doc_id: number; labels: LogLabel[] },
      graph: Pick<Graph, 'graph_id' | 'labels'>,
      indexes: readonly number[],
    ): Promise<Failure | null> {
      const { graph_id } = graph
      const write = writer()
      const held = underWay.get(id) ?? { calls: 0, known: before, last: Promise.resolve() }
      underWay.set(id, held)
      held.calls += 1
      useTimelines.getState().relabel(doc_id, id, withLabels(before, graph, indexes))
      const earlier = held.last
      const mine = earlier.then(() => call(labelLog, { doc_id, log_id: id, graph_id, labels: [...indexes] }))
      held.last = mine
      const outcome = await mine
      held.calls -= 1
      if (outcome.ok) held.known = outcome.data
      if (held.calls > 0) return null
      underWay.delete(id)
      write(() => useTimelines.getState().relabel(doc_id, id, held.known))
      if (get().lists[doc_id]) void this.load(doc_id)
      return outcome.ok ? null : { code: outcome.code, message: outcome.message }
    },
  }),
  { scope: 'organisation' },
)

/** Returns a log's labels with those of one graph replaced, in the order of the server. */
function withLabels(
  before: readonly LogLabel[],
  { graph_id, labels }: Pick<Graph, 'graph_id' | 'labels'>,
  indexes: readonly number[],
): LogLabel[] {
  const now = labelsOf({ labels }).filter(({ index }) => indexes.includes(index))
  return [
    ...before.filter(label => label.graph_id !== graph_id),
    ...now.map(({ index, text }) => ({ graph_id, label: index, text })),
  ].sort((a, b) => a.graph_id - b.graph_id || a.label - b.label)
}

/** Updates the labels of logs in memory to the current graphs, and removes deleted ones. */
function reword(doc_id: number, graphs: readonly ListedGraph[]): void {
  const texts = new Map(graphs.map(({ graph_id, labels }) => [graph_id, labels as Record<number, string>]))
  useTimelines.getState().reword(doc_id, labels =>
    labels.flatMap(label => {
      const text = texts.get(label.graph_id)?.[label.label]
      return text === undefined ? [] : [{ ...label, text }]
    }),
  )
}
