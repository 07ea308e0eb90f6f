import type { Body } from '#shared/contract/endpoint'
import type { LogPage, readLogs } from '#shared/contract/logs/endpoints'
import { timeline } from '#shared/contract/logs/limits'
import { apiError } from '#shared/errors'
import { dayIn } from '../../platform/day'
import type { MemberContext } from '../../platform/request-context'
import { recordDocumentViews } from '../audit/service'
import { requireReadable } from '../documents/service'
import { logsFromRows } from './log-from'
import * as store from './logs-store'

interface RowPage {
  rows: store.LogRow[]
  has_newer: boolean
  has_older: boolean
}

/**
 * A page of a timeline [4.8, D20], newest first. Everything for a page is queried in one batch, together with the
 * access check.
 */
export async function read(
  ctx: MemberContext,
  { doc_id, labels, user_ids, start_time, end_time, type, ...params }: Body<typeof readLogs>,
): Promise<LogPage> {
  if (start_time ?? end_time ?? type) {
    throw apiError('request.invalid', {
      issues: [{ path: 'type', message: 'A range of time is returned as a file: choose a type.' }],
    })
  }
  const only = { labels, user_ids }
  const { center_id, start_after, end_before, on } = params
  const places = Object.entries(params).filter(([, value]) => value !== undefined)
  if (places.length > 1) {
    throw apiError('request.invalid', {
      issues: places.map(([path]) => ({ path, message: 'Choose only one position in the timeline.' })),
    })
  }
  const anchor = center_id ?? start_after ?? end_before
  const [, isThere, page] = await Promise.all([
    requireReadable(ctx, doc_id),
    anchor === undefined || store.isInDocument(ctx, doc_id, anchor),
    center_id !== undefined
      ? around(ctx, doc_id, center_id, only)
      : start_after !== undefined
        ? newerThan(ctx, doc_id, start_after, only)
        : end_before !== undefined
          ? olderThan(ctx, doc_id, end_before, only)
          : on !== undefined
            ? ofDay(ctx, doc_id, on, only)
            : newest(ctx, doc_id, only),
  ])
  if (!isThere) throw apiError('log.not_found')
  const { rows, has_newer, has_older } = page
  recordDocumentViews(ctx, [doc_id])
  return { logs: await logsFromRows(ctx, rows), has_newer, has_older }
}

const oneMore = timeline.page + 1

const isNarrowed = ({ labels, user_ids }: store.Filter) => labels !== undefined || user_ids !== undefined
const hasAny = async (rows: Promise<store.LogRow[]>) => (await rows).length > 0

/** The newest logs of a document. */
export async function newest(ctx: MemberContext, doc_id: number, only: store.Filter = {}): Promise<RowPage> {
  const rows = await store.logsBefore(ctx, { doc_id, ...only, place: store.endOfTime, limit: oneMore })
  return { rows: rows.slice(0, timeline.page), has_newer: false, has_older: rows.length === oneMore }
}

async function olderThan(ctx: MemberContext, doc_id: number, log_id: number, only: store.Filter): Promise<RowPage> {
  const part = { doc_id, ...only, place: { log_id } }
  const [rows, has_newer] = await Promise.all([
    store.logsBefore(ctx, { ...part, limit: oneMore }),
    // The log at the position is newer than the page, unless it does not match the filters.
    !isNarrowed(only) || hasAny(store.logsFrom(ctx, { ...part, limit: 1 })),
  ])
  return { rows: rows.slice(0, timeline.page), has_newer, has_older: rows.length === oneMore }
}

/** The logs that follow the given one, so that a client can continue upwards without a gap. */
async function newerThan(ctx: MemberContext, doc_id: number, log_id: number, only: store.Filter): Promise<RowPage> {
  const part = { doc_id, ...only, place: { log_id } }
  const [rows, has_older] = await Promise.all([
    store.logsAfter(ctx, { ...part, limit: oneMore }),
    !isNarrowed(only) || hasAny(store.logsUpTo(ctx, { ...part, limit: 1 })),
  ])
  return { rows: rows.slice(-timeline.page), has_newer: rows.length === oneMore, has_older }
}

async function around(ctx: MemberContext, doc_id: number, log_id: number, only: store.Filter): Promise<RowPage> {
  const { aroundCentre } = timeline
  const part = { doc_id, ...only, place: { log_id } }
  const [newer, older] = await Promise.all([
    store.logsAfter(ctx, { ...part, limit: aroundCentre + 1 }),
    store.logsUpTo(ctx, { ...part, limit: aroundCentre + 2 }),
  ])
  return {
    rows: [...newer.slice(-aroundCentre), ...older.slice(0, aroundCentre + 1)],
    has_newer: newer.length > aroundCentre,
    has_older: older.length > aroundCentre + 1,
  }
}

/** The newest logs of a day of the reader's zone; older ones of that day follow with `end_before`. */
async function ofDay(ctx: MemberContext, doc_id: number, day: string, only: store.Filter): Promise<RowPage> {
  const { from, to } = dayIn(ctx.caller.timezone, day)
  const part = { doc_id, ...only, place: { instant: to } }
  const [rows, beyond] = await Promise.all([
    store.logsBefore(ctx, { ...part, limit: oneMore, since: from }),
    isNarrowed(only) ? beyondDay(ctx, part, from) : store.hasLogs(ctx, doc_id, { before: from, from: to }),
  ])
  return {
    rows: rows.slice(0, timeline.page),
    has_newer: beyond.newer,
    has_older: beyond.older || rows.length === oneMore,
  }
}

/** The equivalent of `hasLogs` for a filtered timeline. The part's position is the end of the day. */
async function beyondDay(ctx: MemberContext, part: Omit<store.Part, 'limit'>, from: string) {
  const [older, newer] = await Promise.all([
    hasAny(store.logsBefore(ctx, { ...part, place: { instant: from }, limit: 1 })),
    hasAny(store.logsFrom(ctx, { ...part, limit: 1 })),
  ])
  return { older, newer }
}
