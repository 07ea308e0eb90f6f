import { type PlottedGraph, readGraph } from '#shared/contract/graphs/endpoints'
import { call } from '../../platform/api'
import { instantsOf } from '../../platform/day-bounds'
import type { Failure } from '../../platform/failure'
import { onResync, reloadOn } from '../../platform/live'
import { browserTimeZone, usePreferences } from '../../platform/preferences'
import { createSlice } from '../../platform/store'
import { plotLeft, plotOrCopy } from './last-read'
import { daysOf, lastDays } from './range'

/** The days that a page shows of a graph. */
const shownDays = 7

interface Shown {
  plot: PlottedGraph | null
  failure: Failure | null
  /** How many places on the screen show it. */
  places: number
}

interface State {
  /** By graph. */
  graphs: Record<number, Shown>
}

const initial: State = { graphs: {} }

/** The graphs in the text of the open page, each with its numbers of the last seven days. */
export const useGraphsInPage = createSlice(
  'graphs.inPage',
  initial,
  (set, get, writer) => ({
    /** Shows a graph at one more place, until the returned function is called. */
    show(graph_id: number): () => void {
      set(({ graphs }) => {
        graphs[graph_id] ??= { plot: null, failure: null, places: 0 }
        graphs[graph_id].places += 1
      })
      if (get().graphs[graph_id]?.places === 1) void this.load(graph_id)
      return () =>
        set(({ graphs }) => {
          const shown = graphs[graph_id]
          if (!shown) return
          shown.places -= 1
          if (shown.places > 0) return
          delete graphs[graph_id]
          plotLeft({ graph_id })
        })
    },

    async load(graph_id: number): Promise<void> {
      const zone = usePreferences.getState().timeZone ?? browserTimeZone()
      const now = Date.now()
      const today = daysOf({ from: new Date(now).toISOString(), to: new Date(now + 1).toISOString() }, zone).last
      const time = instantsOf(lastDays(shownDays, today), zone)
      const write = writer()
      const request = { graph_id, zone, unit: 'day', ...time } as const
      const outcome = await plotOrCopy({ ...request, isInPage: true }, call(readGraph, request), {
        isEmpty: () => get().graphs[graph_id]?.plot === null,
        show: plot =>
          write(({ graphs }) => {
            if (graphs[graph_id]) graphs[graph_id].plot = plot
          }),
      })
      write(({ graphs }) => {
        const shown = graphs[graph_id]
        if (!shown) return
        if (outcome.ok) Object.assign(shown, { plot: outcome.data, failure: null })
        else {
          shown.failure = { code: outcome.code, message: outcome.message }
          // Who may no longer read it keeps nothing of it.
          if (outcome.code === 'graph.not_found') shown.plot = null
        }
      })
    },

    reloadAll() {
      for (const graph_id of Object.keys(get().graphs)) void this.load(Number(graph_id))
    },
  }),
  { scope: 'organisation' },
)

reloadOn(
  [
    ...(['graph.changed', 'graph.deleted', 'log.labelled', 'log.added', 'log.corrected'] as const),
    ...(['document.access_changed', 'document.deleted', 'document.restored'] as const),
    ...(['role.changed', 'branch.changed', 'member.changed'] as const),
  ],
  () => useGraphsInPage.getState().reloadAll(),
  change => (change.kind === 'log.added' && change.log.labels.length === 0 ? undefined : 'all'),
)
onResync(() => useGraphsInPage.getState().reloadAll())
