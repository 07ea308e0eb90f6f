import { randomBytes } from 'node:crypto'
import type { Body } from '#shared/contract/endpoint'
import {
  type BusyCalendar,
  type deleteBusyTimes,
  type importBusyTimes,
  type listCalendars,
  readCalendarFeed,
  type renewCalendarFeed,
  type subscribeToCalendar,
} from '#shared/contract/planning/calendars'
import { planning as limits } from '#shared/contract/planning/limits'
import { apiError } from '#shared/errors'
import type { AppContext } from '../../../platform/app-context'
import type { DownloadFile } from '../../../platform/http/route'
import { enqueue } from '../../../platform/jobs/jobs'
import type { MemberContext } from '../../../platform/request-context'
import { NoMember, runAsPerson, runAsSystem } from '../../../platform/run-as'
import { keyedHash } from '../../../platform/secrets'
import { changed } from '../../schedule/service'
import { plannedEvents } from '../service'
import { calendarUrl, checkedCalendar } from './fetch-calendar'
import { calendarText } from './ical'
import { refreshCalendar, sealAddress } from './refresh-job'
import * as store from './store'
import { saveSubscription } from './subscriptions-store'

const tokenPattern = /^(\d{1,15})\.[\w-]{43}$/

const hashOf = ({ secrets }: AppContext, token: string) => keyedHash(secrets.derive('calendar feeds'), token)

const calendarFrom = ({
  id,
  host,
  checked_at,
  succeeded_at,
  failure,
  ...row
}: store.BusyCalendarRow): BusyCalendar => ({
  ...{ calendar_id: id, ...row },
  subscription: host === null ? null : { host, checked_at, succeeded_at, failure },
})

export async function list(ctx: MemberContext, _body: Body<typeof listCalendars>) {
  const [feed, busy] = await Promise.all([store.findFeed(ctx, ctx.caller), store.listBusy(ctx)])
  return {
    feed: feed ? { created_at: feed.created_at, last_read_at: feed.last_read_at } : null,
    busy: busy.map(calendarFrom),
  }
}

/** Makes an address for calendar programs, or ends it. The token names the organisation, so that it finds its rows. */
export async function renewFeed(
  ctx: MemberContext,
  { is_on }: Body<typeof renewCalendarFeed>,
): Promise<{ path: string | null }> {
  await ctx.audit({ kind: is_on ? 'calendar.feed_made' : 'calendar.feed_ended' })
  if (!is_on) {
    await store.deleteFeed(ctx)
    return { path: null }
  }
  const token = `${ctx.organization_id}.${randomBytes(32).toString('base64url')}`
  await store.saveFeed(ctx, hashOf(ctx.app, token))
  return { path: readCalendarFeed.path.replace('{token}', token).replace('{format}', 'schedule.ics') }
}

/** The planned tasks of a person, read with their own current rights. */
export async function feedFile(
  app: AppContext,
  { token, format }: Body<typeof readCalendarFeed>,
): Promise<DownloadFile> {
  const organization_id = Number(tokenPattern.exec(token)?.[1])
  if (!Number.isSafeInteger(organization_id)) throw apiError('calendar.feed_unknown')
  const feed = await runAsSystem(app, organization_id, async ctx => {
    const found = await store.findFeed(ctx, { token_hash: hashOf(app, token) })
    if (found) await store.markRead(ctx, found.user_id)
    return found
  })
  if (!feed) throw apiError('calendar.feed_unknown')
  const text = await runAsPerson(app, { organization_id, user_id: feed.user_id }, async ctx =>
    calendarText(await plannedEvents(ctx), { organization_id, user_id: feed.user_id, now: ctx.now }),
  ).catch(error => {
    throw error instanceof NoMember ? apiError('calendar.feed_unknown') : error
  })
  return { name: format, content: onePiece(text) }
}

async function* onePiece(text: string) {
  yield text
}

export async function importBusy(
  ctx: MemberContext,
  { name, times }: Body<typeof importBusyTimes>,
): Promise<BusyCalendar> {
  await requirePlace(ctx, name)
  const id = await store.saveBusy(ctx, name, times)
  const saved = await kept(ctx, id)
  changed(ctx, ctx.caller.user_id)
  return saved
}

/** Subscribes to a calendar, which is read soon. */
export async function subscribe(
  ctx: MemberContext,
  { name, address, account }: Body<typeof subscribeToCalendar>,
): Promise<BusyCalendar> {
  const url = calendarUrl(address)
  if (account) {
    url.username = encodeURIComponent(account.username)
    url.password = encodeURIComponent(account.password)
  }
  await checkedCalendar(ctx.app.settings.CALENDAR_ALLOWED_NETWORKS, url)
  await requirePlace(ctx, name)
  const calendar_id = await saveSubscription(ctx, {
    ...{ name, host: url.host, address: sealAddress(ctx, url), protocol: account ? 'caldav' : 'ical' },
  })
  const { organization_id, caller, now } = ctx
  const input = { organization_id, user_id: caller.user_id, calendar_id, subscribed_at: now }
  await enqueue(ctx, refreshCalendar, input)
  return kept(ctx, calendar_id)
}

/** Refuses one more calendar than possible; one of the same name is replaced. */
async function requirePlace(ctx: MemberContext, name: string): Promise<void> {
  const known = await store.listBusy(ctx)
  if (known.length >= limits.calendars && !known.some(calendar => calendar.name === name))
    throw apiError('calendar.too_many')
}

async function kept(ctx: MemberContext, id: number): Promise<BusyCalendar> {
  const saved = (await store.listBusy(ctx)).find(calendar => calendar.id === id)
  if (!saved) throw new Error('A calendar that was kept is there.')
  return calendarFrom(saved)
}

export async function removeBusy(ctx: MemberContext, { calendar_id }: Body<typeof deleteBusyTimes>): Promise<null> {
  if (!(await store.deleteBusy(ctx, calendar_id))) throw apiError('calendar.not_found')
  changed(ctx, ctx.caller.user_id)
  return null
}
