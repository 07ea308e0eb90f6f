import { type Dashboard, listDashboard, readDashboard } from '#shared/contract/dashboard/endpoints'
import { call } from '../../platform/api'
import { createListSlice } from '../../platform/list-slice'

export interface DashboardQuery {
  from: string
  to: string
  branch_ids?: number[]
}

const nothing: Omit<Dashboard, 'tiles'> = {
  ...{ from: '', to: '', before: { from: '', to: '' }, starts: [], lists: [] },
}

/** The numbers of the chosen workspace: the tiles are the items of the slice. */
export const useDashboard = createListSlice('dashboard', {
  async list(_page, query: DashboardQuery) {
    const outcome = await call(readDashboard, query)
    if (!outcome.ok) return outcome
    const { tiles: data, ...extra } = outcome.data
    return { ...outcome, data, extra }
  },
  key: tile => tile.name,
  query: { from: '', to: '' },
  extra: nothing,
})

/** What one of the numbers counts, in a list beside them. */
export const useDashboardList = createListSlice('dashboardList', {
  list: (page, query: DashboardQuery & { name: string; parent_id?: number }) =>
    call(listDashboard, { ...query, ...page }),
  key: entry => `${entry.id}.${entry.parent_id}.${entry.at}`,
  query: { name: '', from: '', to: '' },
})
