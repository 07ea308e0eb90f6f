import { type PlottedGraph, type PlotUnit, readGraph } from '#shared/contract/graphs/endpoints'
import { call } from '../../platform/api'
import { isUnreachable } from '../../platform/copied-answer'
import type { Failure } from '../../platform/failure'
import { createSlice } from '../../platform/store'
import { plotLeft, plotOrCopy } from './last-read'

/** The time that all graphs on the page show. */
export interface SharedTime {
  zone: string
  from: string
  to: string
  unit: PlotUnit
}

interface State {
  wanted: { graph_ids: readonly number[]; time: SharedTime } | null
  /** By graph; what was loaded for another time stays until the new one is there. */
  plots: Record<number, { plot: PlottedGraph | null; failure: Failure | null }>
}

const initial: State = { wanted: null, plots: {} }
let isReading = false
let isQueuedAgain = false

/** Graphs that are shown below another one, over the same time. */
export const useBeside = createSlice(
  'graphs.beside',
  initial,
  (set, get, writer) => ({
    show(graph_ids: readonly number[], time: SharedTime): Promise<void> {
      set({ wanted: { graph_ids, time } })
      return this.reload()
    },

    close() {
      for (const graph_id of get().wanted?.graph_ids ?? []) plotLeft({ graph_id })
      set(initial)
    },

    /** Loads all of them again. Requests during a load cause one more load. */
    async reload(): Promise<void> {
      const { wanted } = get()
      if (!wanted) return
      if (isReading) {
        isQueuedAgain = true
        return
      }
      isReading = true
      const write = writer()
      const answers = await Promise.all(
        wanted.graph_ids.map(async graph_id => {
          const request = { graph_id, ...wanted.time }
          let copy: PlottedGraph | null = null
          const outcome = await plotOrCopy(request, call(readGraph, request), {
            isEmpty: () => copy === null && !isOf(get().plots[graph_id]?.plot, wanted.time),
            show(plot) {
              copy = plot
              if (get().wanted === wanted)
                write(({ plots }) => {
                  plots[graph_id] = { plot, failure: null }
                })
            },
          })
          return { outcome, copy }
        }),
      )
      isReading = false
      if (get().wanted === wanted)
        write(({ plots }) => {
          for (const [at, graph_id] of wanted.graph_ids.entries()) {
            const { outcome, copy } = answers[at] ?? {}
            if (outcome?.ok) plots[graph_id] = { plot: outcome.data, failure: null }
            else if (outcome && !(copy && isUnreachable(outcome.code)))
              plots[graph_id] = { plot: null, failure: { code: outcome.code, message: outcome.message } }
          }
        })
      if (isQueuedAgain) {
        isQueuedAgain = false
        await this.reload()
      }
    },
  }),
  { scope: 'organisation' },
)

const isOf = (plot: PlottedGraph | null | undefined, { from, to, unit }: SharedTime): boolean =>
  plot?.plot.from === from && plot.plot.to === to && plot.plot.unit === unit
