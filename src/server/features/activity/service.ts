import { z } from 'zod'
import type { ActivityItem, listActivity } from '#shared/contract/activity/endpoints'
import { Id, Instant } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import { apiError } from '#shared/errors'
import { createCursor } from '../../platform/cursor'
import { registryOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import { branchesFor } from '../organisations/service'
import { findPlaces, type Place } from './store'

const cursors = createCursor<Place>(z.object({ at: Instant, source: z.string().max(40), id: Id }))

/**
 * What happened in the organisation, newest first [D16, 4.9]. First one query finds the places of the page over all
 * kinds, then each kind that is on it loads its items.
 */
export async function list(ctx: MemberContext, body: Body<typeof listActivity>): Promise<Page<ActivityItem>> {
  const { page_id, kinds, cursor, limit, ...filter } = body
  const behind = cursors.read(cursor)
  if (filter.branch_id !== undefined && !(await branchesFor(ctx)).some(branch => branch.id === filter.branch_id))
    throw apiError('branch.not_found')
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
  const items = new Map(loaded.flat().map(item => [item.key, item]))
  return { items: shown.flatMap(({ source, id }) => items.get(`${source}.${id}`) ?? []), next_cursor }
}
