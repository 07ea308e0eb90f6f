import { type PlottedGraph, type PlotUnit, readGraph } from '#shared/contract/graphs'
import { type Log, logsByIds, searchLogs } from '#shared/contract/logbooks'
import { call, type Outcome } from '../../../platform/api'
import { createSlice } from '../../../platform/store'
import type { Failure } from '../timelines'
import { labelsOf } from './labels-of'

/** What is asked of the server; without a time it finds one. */
export interface PlotParams {
  graph_id: number
  zone: string
  from?: string
  to?: string
  unit?: PlotUnit
}

/** Which logs of a graph are looked at: those of a time, that carry one label or any, or a single one. */
export type Choice = { from: string; to: string; label: number | null } | { log_id: number }

interface Chosen {
  choice: Choice
  logs: Log[]
  next: string | null
  status: 'loading' | 'ready' | 'failed'
}

interface State {
  params: PlotParams | null
  plot: PlottedGraph | null
  status: 'loading' | 'ready' | 'failed'
  failure: Failure | null
  chosen: Chosen | null
}

const initial: State = { params: null, plot: null, status: 'loading', failure: null, chosen: null }
/** Logs of a choice that are read at once. */
const atOnce = 12

let isReading = false
let isAskedAgain = false

/** The graph on the screen, what it shows of a time, and the logs that were chosen from it. */
export const usePlot = createSlice(
  'plot',
  initial,
  (set, get, writer) => ({
    /** Shows a graph. Another time of the same graph takes the place of the one that is seen once it is there. */
    open(params: PlotParams): Promise<void> {
      set(get().params?.graph_id === params.graph_id ? { params } : { ...initial, params })
      return this.reload()
    },

    close() {
      set(initial)
    },

    /** Reads what is shown. Asked meanwhile, it reads once more: a burst of news is two calls. */
    async reload(): Promise<void> {
      const { params } = get()
      if (!params) return
      if (isReading) {
        isAskedAgain = true
        return
      }
      isReading = true
      const write = writer()
      const outcome = await call(readGraph, { ...params })
      isReading = false
      if (get().params === params)
        write(outcome.ok ? shown(outcome.data) : { status: 'failed', failure: failureOf(outcome) })
      if (isAskedAgain) {
        isAskedAgain = false
        await this.reload()
      }
    },

    /** Reads the logs of a choice, newest first; null lets go of it. */
    async choose(choice: Choice | null): Promise<void> {
      set({ chosen: choice && { choice, logs: [], next: null, status: 'loading' } })
      await this.readChosen()
    },

    /** Reads what is chosen, or goes on after `from`. What is seen stays until then. */
    async readChosen(from: string | null = null): Promise<void> {
      const { chosen, plot } = get()
      if (!chosen || !plot) return
      const { choice } = chosen
      const write = writer()
      // What was paged through stays, as far as one page reaches.
      const limit = from === null ? Math.min(100, Math.max(atOnce, chosen.logs.length)) : atOnce
      const outcome = await read(plot, choice, { cursor: from, limit })
      write(state => {
        const now = state.chosen
        if (get().chosen?.choice !== choice || !now) return
        if (!outcome.ok) now.status = 'failed'
        else {
          const before = from === null ? [] : now.logs
          state.chosen = {
            choice,
            logs: [...before, ...outcome.data],
            next: outcome.next_cursor ?? null,
            status: 'ready',
          }
        }
      })
    },

    /** All logs that the plot counts, for a file: also those that were too many to be drawn. */
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

const shown = (plot: PlottedGraph): Partial<State> => ({ plot, status: 'ready', failure: null })
const failureOf = ({ code, message }: Failure): Failure => ({ code, message })
