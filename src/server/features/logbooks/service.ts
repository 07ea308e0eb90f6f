import type { Log } from '#shared/contract/logbooks'
import { apiError } from '#shared/errors'
import type { MemberContext } from '../../platform/request-context'
import * as access from './access-store'
import { dayIn } from './day'
import * as listing from './documents-list-service'
import { findDocument } from './documents-store'
import { logsFromRows } from './log-from'
import * as logs from './logs-service'
import * as rights from './rights'
import * as searching from './search-store'
import * as searchable from './searchable'
import * as titles from './titles-store'

/** What other features ask about logbooks, always with the rights of the caller. The feature's own endpoints are answered by the services beside this file. */

/** Documents `d` that the caller may read, for the queries of what stands in them. */
export const readable = access.readable

/** Words of the organisation that are like one that was mistyped. The caller may not see them all. */
export const nearWords = searchable.nearWords

/** What the caller may do with a document; refuses one that they may not read. */
export const requireReadable = rights.requireReadable

/** Refuses what the caller may not do with a document that they may read. */
export const requireRight = rights.requireRight

/** Documents that the caller may read, last written first; every word of `query` is in their names or descriptions. */
export const documentsFor = listing.documentsFor

/** The same, and how many match in all. */
export const findDocuments = listing.findDocuments

/** See the store. */
export const documentsNamedIn = listing.documentsNamedIn

/** The newest logs that match and how many match in all, with the rights of the caller. `to` is the first instant left out. */
export async function findLogs(
  ctx: MemberContext,
  { limit, ...params }: searching.Search & { limit: number },
): Promise<{ logs: Log[]; total: number }> {
  const [rows, total] = await Promise.all([
    searching.searchLogs(ctx, params, { limit }),
    searching.countLogs(ctx, params),
  ])
  return { logs: await logsFromRows(ctx, rows), total }
}

/** Whether there is a log that matches, with the rights of the caller. */
export async function hasLogs(ctx: MemberContext, params: searching.Search): Promise<boolean> {
  return (await searching.searchLogs(ctx, params, { limit: 1 })).length > 0
}

/** See the service. */
export const writeLog = logs.write

/** A logbook that the caller may write logs in; refuses every other document. */
export async function requireLogbook(ctx: MemberContext, doc_id: number): Promise<{ id: number; name: string }> {
  const document = rights.requireFound(await findDocument(ctx, doc_id))
  rights.requireRight(document, 'writable')
  if (document.type !== 'logbook') throw apiError('document.not_a_logbook')
  return { id: document.id, name: document.name }
}

/** See the store. */
export const titlesOf = titles.titlesOf

/** The newest logs of a day of the caller's zone, over all documents that the caller may read. */
export function logsOfDay(
  ctx: MemberContext,
  { day, limit }: { day: string; limit: number },
): Promise<{ logs: Log[]; total: number }> {
  return findLogs(ctx, { ...dayIn(ctx.caller.timezone, day), limit })
}
