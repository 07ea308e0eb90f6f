import type { Body } from '#shared/contract/endpoint'
import type { LogPage, readLogs } from '#shared/contract/logbooks'
import { refuse } from '#shared/errors'
import { timeline } from '#shared/limits'
import type { MemberScene } from '../../platform/scene'
import { noteDocumentViews } from '../audit/service'
import { dayIn } from './day'
import { logsFromRows } from './log-from'
import * as store from './logs-store'
import { requireReadable } from './rights'

interface RowPage {
  rows: store.LogRow[]
  has_newer: boolean
  has_older: boolean
}

/**
 * A page of a timeline [4.8, D20], newest first. Everything a page needs goes to the database in one flight, together with the
 * question whether the caller may read it.
 */
export async function read(
  at: MemberScene,
  { doc_id, labels, user_ids, start_time, end_time, type, ...wish }: Body<typeof readLogs>,
): Promise<LogPage> {
  if (start_time ?? end_time ?? type) {
    throw refuse('request.invalid', {
      issues: [{ path: 'type', message: 'A range of time comes as a file: say as what.' }],
    })
  }
  const only = { labels, user_ids }
  const { center_id, start_after, end_before, on } = wish
  const places = Object.entries(wish).filter(([, value]) => value !== undefined)
  if (places.length > 1) {
    throw refuse('request.invalid', {
      issues: places.map(([path]) => ({ path, message: 'Name one place in the timeline only.' })),
    })
  }
  const anchor = center_id ?? start_after ?? end_before
  const [, isThere, page] = await Promise.all([
    requireReadable(at, doc_id),
    anchor === undefined || store.isInDocument(at, doc_id, anchor),
    center_id !== undefined
      ? around(at, doc_id, center_id, only)
      : start_after !== undefined
        ? newerThan(at, doc_id, start_after, only)
        : end_before !== undefined
          ? olderThan(at, doc_id, end_before, only)
          : on !== undefined
            ? ofDay(at, doc_id, on, only)
            : newest(at, doc_id, only),
  ])
  if (!isThere) throw refuse('log.not_found')
  const { rows, has_newer, has_older } = page
  noteDocumentViews(at, [doc_id])
  return { logs: await logsFromRows(at, rows), has_newer, has_older }
}

const oneMore = timeline.page + 1

const isNarrowed = ({ labels, user_ids }: store.Filter) => labels !== undefined || user_ids !== undefined
const hasAny = async (rows: Promise<store.LogRow[]>) => (await rows).length > 0

/** The newest logs of a document. */
export async function newest(at: MemberScene, doc_id: number, only: store.Filter = {}): Promise<RowPage> {
  const rows = await store.logsBefore(at, { doc_id, ...only, place: store.endOfTime, limit: oneMore })
  return { rows: rows.slice(0, timeline.page), has_newer: false, has_older: rows.length === oneMore }
}

async function olderThan(at: MemberScene, doc_id: number, log_id: number, only: store.Filter): Promise<RowPage> {
  const part = { doc_id, ...only, place: { log_id } }
  const [rows, has_newer] = await Promise.all([
    store.logsBefore(at, { ...part, limit: oneMore }),
    // The log at the place is newer than the page, unless it is not among those that are wanted.
    !isNarrowed(only) || hasAny(store.logsFrom(at, { ...part, limit: 1 })),
  ])
  return { rows: rows.slice(0, timeline.page), has_newer, has_older: rows.length === oneMore }
}

/** The logs that follow right after the named one, so that a client can go on upwards without a gap. */
async function newerThan(at: MemberScene, doc_id: number, log_id: number, only: store.Filter): Promise<RowPage> {
  const part = { doc_id, ...only, place: { log_id } }
  const [rows, has_older] = await Promise.all([
    store.logsAfter(at, { ...part, limit: oneMore }),
    !isNarrowed(only) || hasAny(store.logsUpTo(at, { ...part, limit: 1 })),
  ])
  return { rows: rows.slice(-timeline.page), has_newer: rows.length === oneMore, has_older }
}

async function around(at: MemberScene, doc_id: number, log_id: number, only: store.Filter): Promise<RowPage> {
  const { aroundCentre } = timeline
  const part = { doc_id, ...only, place: { log_id } }
  const [newer, older] = await Promise.all([
    store.logsAfter(at, { ...part, limit: aroundCentre + 1 }),
    store.logsUpTo(at, { ...part, limit: aroundCentre + 2 }),
  ])
  return {
    rows: [...newer.slice(-aroundCentre), ...older.slice(0, aroundCentre + 1)],
    has_newer: newer.length > aroundCentre,
    has_older: older.length > aroundCentre + 1,
  }
}

/** The newest logs of a day of the reader's zone; older ones of that day follow with `end_before`. */
async function ofDay(at: MemberScene, doc_id: number, day: string, only: store.Filter): Promise<RowPage> {
  const { from, to } = dayIn(at.caller.timezone, day)
  const part = { doc_id, ...only, place: { instant: to } }
  const [rows, beyond] = await Promise.all([
    store.logsBefore(at, { ...part, limit: oneMore, since: from }),
    isNarrowed(only) ? beyondDay(at, part, from) : store.hasLogs(at, doc_id, { before: from, from: to }),
  ])
  return {
    rows: rows.slice(0, timeline.page),
    has_newer: beyond.newer,
    has_older: beyond.older || rows.length === oneMore,
  }
}

/** What `hasLogs` tells, of a timeline that is narrowed. The part's place is the end of the day. */
async function beyondDay(at: MemberScene, part: Omit<store.Part, 'limit'>, from: string) {
  const [older, newer] = await Promise.all([
    hasAny(store.logsBefore(at, { ...part, place: { instant: from }, limit: 1 })),
    hasAny(store.logsFrom(at, { ...part, limit: 1 })),
  ])
  return { older, newer }
}
