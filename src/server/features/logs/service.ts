import type { Log } from '#shared/contract/logs/log'
import { dayIn } from '../../platform/day'
import type { MemberContext } from '../../platform/request-context'
import { releaseFrames } from '../sources/service'
import * as actions from './actions'
import * as corrections from './corrections-service'
import * as counting from './count-store'
import { logsFromRows } from './log-from'
import * as writing from './logs-service'
import * as store from './logs-store'
import * as naming from './named-links'
import { framesInLogs } from './retention-store'
import * as searching from './search-store'
import * as itemTexts from './texts-with-items-store'
import * as timeline from './timeline-service'
import * as titles from './titles-store'

/**
 * The functions of logs for other features, always with the rights of the caller. The services beside this file answer
 * the feature's own endpoints.
 */

/** The stored row of a log with its writer. */
export type LogRow = store.LogRow

/**
 * The newest or oldest matching logs and the total number, with the rights of the caller. `to` is the first instant left
 * out.
 */
export async function findLogs(
  ctx: MemberContext,
  { limit, order = 'newest', ...params }: searching.Search & { limit: number; order?: 'newest' | 'oldest' | undefined },
): Promise<{ logs: Log[]; total: number }> {
  const [rows, total] = await Promise.all([
    order === 'newest' ? searching.searchLogs(ctx, params, { limit }) : searching.oldestLogs(ctx, params, limit),
    counting.countLogs(ctx, params),
  ])
  return { logs: await logsFromRows(ctx, rows), total }
}

/** The newest matching logs, newest first, with the rights of the caller. */
export async function newestMatching(
  ctx: MemberContext,
  { limit, ...params }: searching.Search & { limit: number },
): Promise<Log[]> {
  return logsFromRows(ctx, await searching.searchLogs(ctx, params, { limit }))
}

/** The number of matching logs by person, logbook, day or label: see the store. */
export const { countLogs, countLogsBy } = counting

/** Whether there is a matching log, with the rights of the caller. */
export async function hasLogs(ctx: MemberContext, params: searching.Search): Promise<boolean> {
  return (await searching.searchLogs(ctx, params, { limit: 1 })).length > 0
}

/** The newest logs of a document, newest first. Does not check whether the caller may read it. */
export async function newestLogs(ctx: MemberContext, doc_id: number): Promise<Log[]> {
  return logsFromRows(ctx, (await timeline.newest(ctx, doc_id)).rows)
}

/**
 * The newest logs of a document since an instant, or of all time, at most `limit`. Does not check whether the caller
 * may read it.
 */
export function newestRows(
  ctx: MemberContext,
  { since, ...part }: { doc_id: number; since: string | null; limit: number },
): Promise<LogRow[]> {
  return store.logsBefore(ctx, { ...part, place: store.endOfTime, ...(since !== null && { since }) })
}

/** Lets kept pictures expire again, except those that logs show. */
export const releaseUnshownFrames = ({ tx, organization_id }: MemberContext, ids: readonly string[]): Promise<void> =>
  releaseFrames(tx, organization_id, ids, held => framesInLogs(tx, organization_id, held))

/** Puts the names of what texts link to into them: see there. */
export const { withNamedLinks } = naming

/** The current titles of logs and documents: see the store. */
export const titlesOf = titles.titlesOf

/** Texts that may hold action items, and whether a document has a log: see the store. */
export const { textsWithItems, hasLog } = itemTexts

/** The newest logs of a day of the caller's zone, over all documents that the caller may read. */
export function logsOfDay(
  ctx: MemberContext,
  { day, limit }: { day: string; limit: number },
): Promise<{ logs: Log[]; total: number }> {
  return findLogs(ctx, { ...dayIn(ctx.caller.timezone, day), limit })
}

/** Corrects a log with a change of its text: see the service. */
export const { correctWith } = corrections

/** Writes a log of a job on behalf of the caller, who must be allowed to write in the logbook. */
export const writeForJob = writing.writeFor

/** An action that Mate proposes: see there. */
export const proposeLog = actions.proposeLog

/** Writes a log as the caller: see the service. */
export const write = writing.write

/** Whether the caller wrote logs, or a document has some, other than given ones: see the store. */
export const { hasWritten, hasOthers } = store

/** Deletes logs of a document for good. Does not check rights. */
export async function removeLogs(ctx: MemberContext, doc_id: number, log_ids: readonly number[]): Promise<void> {
  await store.deleteLogs(ctx, doc_id, log_ids)
  ctx.record({ kind: 'logs.removed', doc_id, log_ids: [...log_ids] }, { to: 'document', doc_id })
}
