import { z } from 'zod'
import type { ActivityDay, ActivityItem, listActivity, readActivityDay } from '#shared/contract/activity/endpoints'
import { Id, Instant } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import { apiError } from '#shared/errors'
import { day, hour } from '#shared/limits'
import { createCursor } from '../../platform/cursor'
import { registryOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import { namesOfJobs } from '../jobs/service'
import { branchesFor } from '../organisations/service'
import { countDay, findPlaces, type Place } from './store'

const cursors = createCursor<Place>(z.object({ at: Instant, source: z.string().max(40), id: Id }))

/**
 * What happened in the organisation, newest first [D16, 4.9]. First one query finds the places of the page over all
 * kinds, then each kind that is on it loads its items.
 */
export async function list(ctx: MemberContext, body: Body<typeof listActivity>): Promise<Page<ActivityItem>> {
  const { page_id, kinds, cursor, limit, ...filter } = body
  const behind = cursors.read(cursor)
  await requireBranch(ctx, filter.branch_id)
  const sources = registryOf(ctx.app).activities.filter(({ kind }) => !kinds || kinds.includes(kind))
  if (sources.length === 0) return { items: [], next_cursor: null }
  const offset = behind ? 0 : page_id * limit
  const places = await findPlaces(ctx, sources, { ...filter, behind, offset, limit: limit + 1 })
  const { shown, next_cursor } = cursors.cut(places, limit, place => place)
  const loaded = await Promise.all(
    sources.map(async source => {
      const ids = shown.filter(place => place.source === source.name).map(place => place.id)
      return ids.length > 0 ? source.load(ctx, ids) : []
    }),
  )
  const items = new Map((await withJobNames(ctx, loaded.flat())).map(item => [item.key, item]))
  return { items: shown.flatMap(({ source, id }) => items.get(`${source}.${id}`) ?? []), next_cursor }
}

/** Names the jobs that wrote logs, as far as the caller may see them. */
async function withJobNames(ctx: MemberContext, items: readonly ActivityItem[]): Promise<ActivityItem[]> {
  const ids = items.flatMap(item => (item.kind === 'log' && item.instruction_id) || [])
  const names = await namesOfJobs(ctx, [...new Set(ids)])
  return items.map(item =>
    item.kind === 'log' && item.instruction_id ? { ...item, job_name: names.get(item.instruction_id) ?? null } : item,
  )
}

async function requireBranch(ctx: MemberContext, branch_id: number | undefined): Promise<void> {
  if (branch_id === undefined) return
  if (!(await branchesFor(ctx)).some(branch => branch.id === branch_id)) throw apiError('branch.not_found')
}

/** How much happened on a day, by kind, hour, person and branch. */
export async function readDay(ctx: MemberContext, body: Body<typeof readActivityDay>): Promise<ActivityDay> {
  // An hour more, for days on which clocks are set back.
  if (Date.parse(body.to) - Date.parse(body.from) > day + hour)
    throw apiError('request.invalid', { issues: [{ path: 'to', message: 'Choose a day at most.' }] })
  const { by_user_id, branch_id, ...time } = body
  const visible = (await branchesFor(ctx)).map(branch => branch.id)
  if (branch_id !== undefined && !visible.includes(branch_id)) throw apiError('branch.not_found')
  const count = (filter: Omit<typeof body, 'from' | 'to'>) =>
    countDay(ctx, registryOf(ctx.app).activities, { ...filter, ...time })
  const rows = await count({ by_user_id, branch_id })
  // A filter leaves out what the others of its list would show.
  const ofAnybody = by_user_id === undefined ? rows : await count({ branch_id })
  const anywhere = branch_id === undefined ? rows : await count({ by_user_id })
  const kinds = sums(rows, row => [row.kind])
  const hours = sums(rows, row => [row.hour])
  const people = sums(ofAnybody, row => row.by_user_id ?? [])
  const branches = sums(anywhere, row => visible.filter(id => row.branch_ids?.includes(id)))
  return {
    kinds: kinds.map(([kind, count]) => ({ kind, count })),
    hours: hours.map(([at, count]) => ({ at, count })).sort((one, other) => (one.at < other.at ? -1 : 1)),
    people: people.map(([user_id, count]) => ({ user_id, count })),
    branches: branches.map(([branch_id, count]) => ({ branch_id, count })),
  }
}

/** Adds up counts by keys, the largest sum first. */
function sums<Row extends { count: number }, Key>(
  rows: readonly Row[],
  keysOf: (row: Row) => Key | readonly Key[],
): [Key, number][] {
  const found = new Map<Key, number>()
  for (const row of rows)
    for (const key of [keysOf(row)].flat() as Key[]) found.set(key, (found.get(key) ?? 0) + row.count)
  return [...found].sort(([, one], [, other]) => other - one)
}
