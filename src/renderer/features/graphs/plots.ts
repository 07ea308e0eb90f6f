import type { z } from 'zod'
import { type PlottedGraph, type PlotUnit, readGraph } from '#shared/contract/graphs/endpoints'
import { annotation } from '#shared/contract/graphs/limits'
import { logsByIds, searchLogs } from '#shared/contract/logs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import { call, type Outcome } from '../../platform/api'
import { isUnreachable } from '../../platform/copied-answer'
import { instantsOf } from '../../platform/day-bounds'
import type { Failure } from '../../platform/failure'
import { copied } from '../../platform/list-copies'
import type { ListCopies } from '../../platform/list-loader'
import { createSlice } from '../../platform/store'
import { copyOfPart } from '../documents/store'
import { labelsOf } from './labels-of'
import { type Choice, chosenLeft, chosenOrCopy, maxChosen, plotLeft, plotOrCopy } from './last-read'
import { daysOf, shifted } from './range'

/** The parameters of the request; without a time the server chooses one. */
export interface PlotParams {
  /** Whether the period before is shown too. */
  isCompared?: boolean
  graph_id: number
  zone: string
  from?: string
  to?: string
  unit?: PlotUnit
}

interface Chosen {
  choice: Choice
  logs: Log[]
  next: string | null
  status: 'loading' | 'ready' | 'failed'
}

interface State {
  params: PlotParams | null
  plot: PlottedGraph | null
  /** The same graph in the period of the same length right before, if it is compared; null until it is there. */
  before: PlottedGraph | null
  /** Why the last load of the period before failed. */
  beforeFailure: Failure | null
  status: 'loading' | 'ready' | 'failed'
  failure: Failure | null
  chosen: Chosen | null
}

const initial: State = {
  ...{ params: null, plot: null, before: null, beforeFailure: null, status: 'loading', failure: null, chosen: null },
}
/** How many logs of a selection are loaded at once. */
const pageSize = maxChosen

let isReading = false
let isQueuedAgain = false
/** What the plot on screen was read for. */
let shownFor: PlotParams | null = null

/** The graph on screen, its plot for a time, and the selected logs. */
export const usePlot = createSlice(
  'plot',
  initial,
  (set, get, writer) => ({
    /** Shows a graph. The plot of another time replaces the current one once it has loaded. */
    open(params: PlotParams): Promise<void> {
      const { params: former } = get()
      if (former) plotLeft(former)
      // Another period has another one before it.
      set(get().params?.graph_id === params.graph_id ? { params, before: null } : { ...initial, params })
      return this.reload()
    },

    close() {
      const { params } = get()
      if (params) plotLeft(params)
      set(initial)
    },

    /** Reloads the plot. Requests during a load cause one more load, so that a burst of events takes two calls. */
    async reload(): Promise<void> {
      const { params } = get()
      if (!params) return
      if (isReading) {
        isQueuedAgain = true
        return
      }
      isReading = true
      const write = writer()
      const { isCompared = false, ...request } = params
      const writeCurrent = (change: Partial<State>) => {
        if (get().params === params) write(change)
      }
      const show = (plot: PlottedGraph) => {
        shownFor = params
        writeCurrent(shown(plot, isCompared))
      }
      const isEmpty = () => get().params === params && shownFor !== params
      const isFirst = isEmpty()
      const outcome = await plotOrCopy(request, call(readGraph, request), { isEmpty, show })
      if (outcome.ok) show(outcome.data)
      // A copy says by itself that it is one.
      else if (!isFirst || isEmpty() || !isUnreachable(outcome.code))
        writeCurrent({ status: 'failed', failure: failureOf(outcome) })
      if (isCompared && outcome.ok) writeCurrent(await readBefore(outcome.data))
      isReading = false
      if (isQueuedAgain) {
        isQueuedAgain = false
        await this.reload()
      }
    },

    /** Loads the logs of a selection, newest first; null clears it. */
    async choose(choice: Choice | null): Promise<void> {
      const { chosen: former, plot } = get()
      if (former && plot) chosenLeft(plot, former.choice)
      set({ chosen: choice && { choice, logs: [], next: null, status: 'loading' } })
      await this.readChosen()
    },

    /** Loads the selected logs, or continues after `from`. The current ones stay until then. */
    async readChosen(from: string | null = null): Promise<void> {
      const { chosen, plot } = get()
      if (!chosen || !plot) return
      const { choice } = chosen
      const write = writer()
      // Keeps as many of the loaded pages as fit into one request.
      const limit = from === null ? Math.min(100, Math.max(pageSize, chosen.logs.length)) : pageSize
      const asked = read(plot, choice, { cursor: from, limit })
      const isEmpty = () => get().chosen?.choice === choice && get().chosen?.status === 'loading'
      const isFirst = isEmpty()
      const show = (logs: Log[]) => write({ chosen: { choice, logs, next: null, status: 'ready' } })
      const outcome = await (from === null ? chosenOrCopy(plot, choice, asked, { isEmpty, show }) : asked)
      // A copy says by itself that it is one.
      if (!outcome.ok && isFirst && !isEmpty() && isUnreachable(outcome.code)) return
      write(state => {
        const now = state.chosen
        if (get().chosen?.choice !== choice || !now) return
        const before = from === null ? [] : now.logs
        if (outcome.ok)
          state.chosen = {
            choice,
            logs: [...before, ...outcome.data],
            next: outcome.next_cursor ?? null,
            status: 'ready',
          }
        // Who is refused them sees no copy of them either.
        else Object.assign(now, { status: 'failed' }, isFirst && { logs: [] })
      })
    },

    /** Returns all logs of the plot for a file, including those that were too many to be drawn. */
    async readAll(): Promise<Log[] | Failure> {
      const { plot } = get()
      if (!plot) return []
      const logs: Log[] = []
      let cursor: string | null = null
      do {
        const outcome: Outcome<Log[]> = await read(plot, { ...plot.plot, label: null }, { cursor, limit: 100 })
        if (!outcome.ok) return failureOf(outcome)
        logs.push(...outcome.data)
        cursor = outcome.next_cursor ?? null
      } while (cursor !== null)
      return logs
    },
  }),
  { scope: 'organisation' },
)

function read(
  graph: PlottedGraph,
  choice: Choice,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Outcome<Log[]>> {
  if ('log_id' in choice) return call(logsByIds, { doc_log_ids: [choice.log_id] })
  const { graph_id, logbook_id } = graph
  const indexes = choice.label === null ? labelsOf(graph).map(({ index }) => index) : [choice.label]
  return call(searchLogs, {
    doc_ids: [logbook_id],
    labels: indexes.map(label => ({ graph_id, label })),
    from: choice.from,
    to: choice.to,
    limit,
    ...(cursor !== null && { cursor }),
  })
}

/** Loads the period of the same length right before a plot. */
async function readBefore({ graph_id, plot }: PlottedGraph): Promise<Partial<State>> {
  const { zone, unit } = plot
  const time = instantsOf(shifted(daysOf(plot, zone), -1), zone)
  const outcome = await call(readGraph, { graph_id, zone, unit, ...time })
  return outcome.ok ? { before: outcome.data, beforeFailure: null } : { beforeFailure: failureOf(outcome) }
}

const shown = (plot: PlottedGraph, isCompared: boolean): Partial<State> => ({
  ...{ plot, status: 'ready', failure: null },
  ...(!isCompared && { before: null, beforeFailure: null }),
})

/**
 * Where what people added to the graph on screen is copied: as a part of its numbers, so that it leaves the device with
 * these.
 */
export function additionCopies<T>(graph_id: number, part: string, item: z.ZodType<T>): ListCopies<T> | undefined {
  const { plot } = usePlot.getState()
  if (plot?.graph_id !== graph_id) return
  return copied(copyOfPart(plot.logbook_id, `plot.${graph_id}.${part}`), item, annotation.perGraph)
}

const failureOf = ({ code, message }: Failure): Failure => ({ code, message })
