import { z } from 'zod'
import {
  ActivityDay,
  ActivityItem,
  type ActivityKind,
  listActivity,
  readActivityDay,
} from '#shared/contract/activity/endpoints'
import { call, type Outcome } from '../../platform/api'
import { answerOrCopy, isUnreachable } from '../../platform/copied-answer'
import { useCopiesShown } from '../../platform/copies-shown'
import { account } from '../../platform/guest'
import { copied, reread } from '../../platform/list-copies'
import { createListSlice } from '../../platform/list-slice'
import { offlineCopies } from '../../platform/offline-copies'
import { readWaiting, waitingCopy } from './waiting-store'

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

const days = `${copyName}.day.`

/** Where the numbers of a day are copied; they are an item, because copies are of lists. */
const dayPlace = ({ from, to }: Counted) => ({ name: `${days}${from}/${to}`, schema: z.array(ActivityDay) })

/** Reads the copied activity anew, with the numbers of days and what waits for the person. */
export async function rereadActivity(): Promise<void> {
  const owner = account()
  const copies = (await offlineCopies.list().catch(() => [])).filter(copy => copy.account === owner)
  await reread(copyName, () => call(listActivity, { page_id: 0 }))
  await reread(waitingCopy, readWaiting)
  for (const { name } of copies) {
    if (!name.startsWith(days) || account() !== owner) continue
    const [from = '', to = ''] = name.slice(days.length).split('/')
    await reread(name, async () => {
      const outcome = await call(readActivityDay, { from, to })
      return outcome.ok ? { ...outcome, data: [outcome.data] } : outcome
    })
  }
}

/** Counts a day, and shows the copy if that takes long or fails, where the day is not shown yet. */
async function dayOrCopy(query: Counted): Promise<Outcome<ActivityDay>> {
  const { name, schema } = dayPlace(query)
  const { shown, isFresh } = useCopiesShown.getState()
  // Another day that is left is no copy that is shown.
  for (const other of Object.keys(shown)) if (other.startsWith(days) && other !== name) isFresh(other)
  const asked = call(readActivityDay, query)
  if (query.by_user_id !== undefined || query.branch_id !== undefined) return asked
  const owner = account()
  const outcome = await answerOrCopy(
    asked,
    { name, schema },
    {
      isEmpty: () => account() === owner && isCounting(query),
      show: copy => copy.forEach(showDay),
    },
  )
  if (account() !== owner) return outcome
  if (outcome.ok) offlineCopies.keep(name, [outcome.data])
  else if (!isUnreachable(outcome.code)) await offlineCopies.drop(name)
  return outcome
}

function isCounting({ from, to }: Counted): boolean {
  const { query, status } = useActivityDay.getState()
  return query.from === from && query.to === to && status === 'loading'
}

function showDay({ hours: items, ...extra }: ActivityDay): void {
  useActivityDay.setState({ items, ...extra, status: 'ready' })
}

/** How much happened on a day, by hour, kind, person and branch. */
export const useActivityDay = createListSlice('activityDay', {
  async list(_page, query: Counted) {
    const outcome = await dayOrCopy(query)
    if (!outcome.ok) return outcome
    const { hours: data, ...extra } = outcome.data
    return { ...outcome, data, extra }
  },
  key: hour => hour.at,
  query: { from: '', to: '' },
  extra: { kinds: [], people: [], branches: [] } as Omit<ActivityDay, 'hours'>,
})
