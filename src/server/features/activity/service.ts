import { z } from 'zod'
import type {
  ActivityDay,
  ActivityItem,
  ActivityKind,
  listActivity,
  readActivityDay,
} from '#shared/contract/activity/endpoints'
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

/** How much happened on a day, by kind and by hour. */
export async function readDay(ctx: MemberContext, body: Body<typeof readActivityDay>): Promise<ActivityDay> {
  // An hour more, for days on which clocks are set back.
  if (Date.parse(body.to) - Date.parse(body.from) > day + hour)
    throw apiError('request.invalid', { issues: [{ path: 'to', message: 'Choose a day at most.' }] })
  await requireBranch(ctx, body.branch_id)
  const rows = await countDay(ctx, registryOf(ctx.app).activities, body)
  const [kinds, hours] = [new Map<ActivityKind, number>(), new Map<string, number>()]
  for (const { kind, hour, count } of rows) {
    kinds.set(kind, (kinds.get(kind) ?? 0) + count)
    hours.set(hour, (hours.get(hour) ?? 0) + count)
  }
  return {
    kinds: [...kinds].map(([kind, count]) => ({ kind, count })),
    hours: [...hours].map(([at, count]) => ({ at, count })).sort((one, other) => (one.at < other.at ? -1 : 1)),
  }
}
