import { listSpaceGraphs, listSpacesOfGraph, pinToSpace } from '#shared/contract/graphs/spaces'
import { call, type Outcome } from '../../platform/api'
import { createKeyedListSlice } from '../../platform/keyed-list-slice'
import { onResync, reloadOn } from '../../platform/live'
import { browserTimeZone, usePreferences } from '../../platform/preferences'

/** The graphs of each space that was opened. */
export const useSpaceGraphs = createKeyedListSlice('graphs.spaces', {
  list: (branch_id: number) =>
    call(listSpaceGraphs, { branch_id, zone: usePreferences.getState().timeZone ?? browserTimeZone() }),
  nameOf: branch_id => branch_id,
  key: graph => graph.graph_id,
})

/** The spaces of each graph whose dialog was opened. */
export const useGraphSpaces = createKeyedListSlice('graphs.pinnedTo', {
  list: (graph_id: number) => call(listSpacesOfGraph, { graph_id }),
  nameOf: graph_id => graph_id,
  key: branch_id => branch_id,
  actions: ({ replacer }) => ({
    async pin(graph_id: number, branch_id: number, is_pinned: boolean): Promise<Outcome<number[]>> {
      const replace = replacer(graph_id)
      const outcome = await call(pinToSpace, { graph_id, branch_id, is_pinned })
      if (outcome.ok) replace(outcome.data)
      return outcome
    },
  }),
})

function refresh(): void {
  const { lists, refresh } = useSpaceGraphs.getState()
  for (const branch_id of Object.keys(lists)) void refresh(Number(branch_id))
}
reloadOn(
  [
    ...(['graph.created', 'graph.changed', 'graph.deleted', 'log.labelled', 'document.access_changed'] as const),
    ...(['document.deleted', 'document.restored', 'branch.changed', 'role.changed', 'member.changed'] as const),
  ],
  refresh,
)
onResync(refresh)
