import type { Person } from '#shared/contract/common'
import { listReaders, type Reader } from '#shared/contract/documents/endpoints'
import type { Input } from '#shared/contract/endpoint'
import {
  addThreshold,
  changeThreshold,
  deleteThreshold,
  listThresholds,
  restoreThreshold,
  Threshold,
  watchThreshold,
} from '#shared/contract/graphs/thresholds'
import { call, type Outcome } from '../../../platform/api'
import { createKeyedListSlice } from '../../../platform/keyed-list-slice'
import { onResync, reloadOn } from '../../../platform/live'
import { additionCopies, usePlot } from '../plots'

/** What a person sets. */
export type Settings = Omit<Input<typeof changeThreshold>, 'threshold_id'>

/** Everybody who may read a logbook, by name. */
export async function readersOf(doc_id: number): Promise<Outcome<Person[]>> {
  const people: Person[] = []
  let cursor: string | undefined
  for (;;) {
    const outcome: Outcome<Reader[]> = await call(listReaders, { doc_id, ...(cursor !== undefined && { cursor }) })
    if (!outcome.ok) return outcome
    people.push(...outcome.data.map(({ person }) => person))
    cursor = outcome.next_cursor ?? undefined
    if (cursor === undefined) return { ...outcome, data: people }
  }
}

/** The thresholds of each graph that was opened, by label and value. */
export const useThresholds = createKeyedListSlice('graphs.thresholds', {
  list: (graph_id: number) => call(listThresholds, { graph_id }),
  nameOf: graph_id => graph_id,
  key: (threshold: Threshold) => threshold.threshold_id,
  copies: graph_id => additionCopies(graph_id, 'thresholds', Threshold),
  actions: ({ changer }) => {
    /** Puts what the server answered into the list. */
    async function settle(graph_id: number, request: Promise<Outcome<Threshold>>): Promise<Outcome<Threshold>> {
      const change = changer(graph_id)
      const outcome = await request
      if (outcome.ok) change(items => withOne(items, outcome.data))
      return outcome
    }
    return {
      add: (graph_id: number, settings: Settings & { zone: string }) =>
        settle(graph_id, call(addThreshold, { graph_id, ...settings })),

      change: ({ graph_id, threshold_id }: Threshold, settings: Settings) =>
        settle(graph_id, call(changeThreshold, { threshold_id, ...settings })),

      watch: ({ graph_id, threshold_id }: Threshold, is_watched: boolean) =>
        settle(graph_id, call(watchThreshold, { threshold_id, is_watched })),

      restore: ({ graph_id, threshold_id }: Threshold) => settle(graph_id, call(restoreThreshold, { threshold_id })),

      async remove({ graph_id, threshold_id }: Threshold): Promise<Outcome<null>> {
        const change = changer(graph_id)
        const outcome = await call(deleteThreshold, { threshold_id })
        if (outcome.ok) change(items => items.filter(item => item.threshold_id !== threshold_id))
        return outcome
      },
    }
  },
})

function withOne(items: readonly Threshold[], threshold: Threshold): Threshold[] {
  const others = items.filter(item => item.threshold_id !== threshold.threshold_id)
  return [...others, threshold].sort(
    (a, b) => a.label - b.label || a.value - b.value || a.threshold_id - b.threshold_id,
  )
}

function refresh(graph_id: number | undefined): void {
  if (graph_id !== undefined) void useThresholds.getState().refresh(graph_id)
}
const refreshShown = () => refresh(usePlot.getState().params?.graph_id)

reloadOn(
  // Removing a label from a graph removes its thresholds.
  ['graph.threshold_changed', 'graph.changed'],
  ({ graph_id }) => refresh(graph_id),
  ({ graph_id }) => graph_id,
)
// These change who may edit them.
reloadOn(['document.access_changed', 'role.changed', 'branch.changed', 'member.changed'], refreshShown)
onResync(refreshShown)
