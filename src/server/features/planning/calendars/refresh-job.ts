import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'
import { hour, day as oneDay } from '#shared/limits'
import type { AppContext } from '../../../platform/app-context'
import { job } from '../../../platform/jobs/job'
import { enqueue } from '../../../platform/jobs/jobs'
import type { MemberContext } from '../../../platform/request-context'
import { NoMember, runAsPerson } from '../../../platform/run-as'
import { seal, unseal } from '../../../platform/secrets'
import { changed, workingHoursOf } from '../../schedule/service'
import { type Fetched, fetchCalendar } from './fetch-calendar'
import { busyTimesOf, calendarsAt } from './read-calendar'
import { saveTimes } from './store'
import * as store from './subscriptions-store'

/** How far ahead busy times are kept. */
const kept = 366 * oneDay

const RefreshInput = z.object({ organization_id: Id, user_id: Id, calendar_id: Id, subscribed_at: Instant })
type RefreshInput = z.infer<typeof RefreshInput>

const keyOf = ({ secrets }: Pick<AppContext, 'secrets'>) => secrets.derive('calendar addresses')

/** The stored form of an address: encrypted with this server's secret, and only for this organisation. */
export const sealAddress = ({ app, organization_id }: MemberContext, address: URL): string =>
  seal(keyOf(app), address.href, String(organization_id))

/**
 * Reads a calendar at its address, keeps its busy times, and does so again in an hour, also after a failure. Ends when the
 * calendar was deleted or has another address, or its person left.
 */
export const refreshCalendar = job('planning.calendar', {
  input: RefreshInput,
  concurrency: 2,
  async run(app, input) {
    const before = await asPerson(app, input, async ctx => {
      const row = await store.findSubscription(ctx, input)
      const hours = await workingHoursOf(ctx, [input.user_id])
      return row && { row, zone: hours.get(input.user_id)?.timezone ?? 'UTC', now: Date.parse(ctx.now) }
    })
    if (!before) return
    const { row, zone, now } = before
    // Times that were too far ahead come into reach without the calendar being changed.
    const isOld = row.succeeded_at === null || now - Date.parse(row.succeeded_at) > oneDay
    const address = new URL(unseal(keyOf(app), row.address, String(input.organization_id)))
    const range = { from: now, to: now + kept }
    const etag = isOld ? null : row.etag
    const fetched = await (row.protocol === 'caldav'
      ? calendarsAt(app, address, { etag, range })
      : fetchCalendar(app, address, etag))
    const result = await resultOf(fetched, { ...range, zone })
    await asPerson(app, input, ctx => keep(ctx, input, result))
  },
})

type Result = Exclude<Fetched, { outcome: 'read' }> | { outcome: 'read'; times: Times; etag: string | null }
type Times = NonNullable<Awaited<ReturnType<typeof busyTimesOf>>>

async function resultOf(fetched: Fetched, options: { from: number; to: number; zone: string }): Promise<Result> {
  if (fetched.outcome !== 'read') return fetched
  const times = await busyTimesOf({ text: fetched.text, ...options })
  return times === null ? { outcome: 'failed', failure: 'no_calendar' } : { outcome: 'read', times, etag: fetched.etag }
}

async function keep(ctx: MemberContext, input: RefreshInput, result: Result): Promise<void> {
  if (!(await store.findSubscription(ctx, input))) return
  const { calendar_id } = input
  if (result.outcome === 'failed') await store.noteFailure(ctx, calendar_id, result.failure)
  else await store.noteSuccess(ctx, calendar_id, result.outcome === 'read' ? result.etag : undefined)
  if (result.outcome === 'read') await saveTimes(ctx, calendar_id, result.times)
  if (result.outcome !== 'unchanged') changed(ctx, input.user_id)
  await enqueue(ctx, refreshCalendar, input, { startAt: Date.parse(ctx.now) + hour })
}

/** Null if the person left. */
async function asPerson<T>(
  app: AppContext,
  input: RefreshInput,
  work: (ctx: MemberContext) => Promise<T>,
): Promise<T | null> {
  return runAsPerson(app, input, work).catch(error => {
    if (error instanceof NoMember) return null
    throw error
  })
}
