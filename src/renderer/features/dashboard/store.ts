import { Dashboard, listDashboard, readDashboard } from '#shared/contract/dashboard/endpoints'
import { day } from '#shared/limits'
import { call } from '../../platform/api'
import { addDays, dayAfter, startOfDay } from '../../platform/days'
import { createFormatter } from '../../platform/format'
import { copied, reread } from '../../platform/list-copies'
import { createListSlice } from '../../platform/list-slice'
import { browserTimeZone, usePreferences } from '../../platform/preferences'
import { rereadTeam } from './team'

export interface DashboardQuery {
  from: string
  to: string
  branch_ids?: number[]
}

/** The days that are counted at once. */
export const spans = { today: 1, week: 7, month: 30 } as const

/** Some days until today, in the zone of `dayKey`. */
export function queryOfDays(days: number, today: string, dayKey: (at: number) => string): DashboardQuery {
  return { from: startOfDay(addDays(today, 1 - days), dayKey), to: startOfDay(dayAfter(today), dayKey) }
}

async function numbersOf(query: DashboardQuery) {
  const outcome = await call(readDashboard, query)
  return outcome.ok ? { ...outcome, data: [outcome.data] } : outcome
}

const copyOf = (days: number) => `dashboard.${days}`
const daysOf = ({ from, to }: DashboardQuery) => Math.round((Date.parse(to) - Date.parse(from)) / day)

/** The numbers of the chosen workspace: the one answer is the item of the slice. */
export const useDashboard = createListSlice('dashboard', {
  list: (_page, query: DashboardQuery) => numbersOf(query),
  key: numbers => numbers.to,
  query: { from: '', to: '' },
  copies: query => (query.branch_ids ? undefined : copied(copyOf(daysOf(query)), Dashboard)),
})

/** Counts the copied numbers anew, for the days until today, and reads the copied plans anew. */
export function rereadDashboard(): void {
  const { dayKey } = createFormatter('en', usePreferences.getState().timeZone ?? browserTimeZone())
  for (const days of Object.values(spans))
    void reread(copyOf(days), () => numbersOf(queryOfDays(days, dayKey(Date.now()), dayKey)))
  void rereadTeam()
}

/** What one of the numbers counts, in a list beside them. */
export const useDashboardList = createListSlice('dashboardList', {
  list: (page, query: DashboardQuery & { name: string; parent_id?: number }) =>
    call(listDashboard, { ...query, ...page }),
  key: entry => `${entry.id}.${entry.parent_id}.${entry.at}`,
  query: { name: '', from: '', to: '' },
})
