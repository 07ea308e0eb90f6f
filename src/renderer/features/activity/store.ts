import {
  type ActivityDay,
  ActivityItem,
  type ActivityKind,
  listActivity,
  readActivityDay,
} from '#shared/contract/activity/endpoints'
import { call } from '../../platform/api'
import { copied, reread } from '../../platform/list-copies'
import { createListSlice } from '../../platform/list-slice'

/** Which activity is shown; no kinds stand for all. `from` is the first instant included, `to` the first one excluded. */
export interface ActivityQuery {
  kinds: readonly ActivityKind[]
  by_user_id?: number
  branch_id?: number
  from?: string
  to?: string
}

const paramsOf = ({ kinds, ...query }: ActivityQuery) => ({ ...query, ...(kinds.length > 0 && { kinds: [...kinds] }) })

const isEverything = ({ kinds, ...filter }: ActivityQuery): boolean =>
  kinds.length === 0 && Object.keys(filter).length === 0

const copyName = 'activity'

/** The number of the page that was loaded last. */
let page_id = 0

/** What happened in the chosen workspace, newest first [4.9]. */
export const useActivity = createListSlice('activity', {
  async list({ cursor }, query: ActivityQuery) {
    const next = cursor === undefined ? 0 : page_id + 1
    const outcome = await call(listActivity, { ...paramsOf(query), page_id: next, ...(cursor && { cursor }) })
    if (!outcome.ok) return outcome
    page_id = next
    return { ...outcome, ...(next === 0 && { extra: { fresh: 0 } }) }
  },
  key: item => item.key,
  query: { kinds: [] },
  copies: query => (isEverything(query) ? copied(copyName, ActivityItem) : undefined),
  /** How many new items are not in the list yet. */
  extra: { fresh: 0 },
  actions: ({ get, writer }) => ({
    /** Finds out how many items are new. The list stays as it is, so that nothing moves under who reads it. */
    async look(): Promise<void> {
      const { status, query } = get()
      if (status !== 'ready') return
      const write = writer()
      const outcome = await call(listActivity, paramsOf(query))
      if (!outcome.ok || get().query !== query) return
      const known = new Set(get().items.map(item => item.key))
      write({ fresh: outcome.data.filter(item => !known.has(item.key)).length })
    },
  }),
})

type Counted = Omit<ActivityQuery, 'kinds'> & { from: string; to: string }

/** Reads the copied activity anew. */
export const rereadActivity = (): Promise<void> => reread(copyName, () => call(listActivity, { page_id: 0 }))

/** How much happened on a day, by hour, kind, person and branch. */
export const useActivityDay = createListSlice('activityDay', {
  async list(_page, query: Counted) {
    const outcome = await call(readActivityDay, query)
    if (!outcome.ok) return outcome
    const { hours: data, ...extra } = outcome.data
    return { ...outcome, data, extra }
  },
  key: hour => hour.at,
  query: { from: '', to: '' },
  extra: { kinds: [], people: [], branches: [] } as Omit<ActivityDay, 'hours'>,
})
