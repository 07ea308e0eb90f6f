import { Language } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import type { logsByIds, searchLogs, writeLog } from '#shared/contract/logs/endpoints'
import { log as limits } from '#shared/contract/logs/limits'
import type { Log } from '#shared/contract/logs/log'
import { apiError } from '#shared/errors'
import { withoutLinkNames } from '#shared/page/references'
import { logTitle } from '#shared/rules/log-title'
import { byTime } from '../../platform/by-time'
import type { Repeating } from '../../platform/http/route'
import { personFrom } from '../../platform/people/person'
import type { MemberContext } from '../../platform/request-context'
import { readersAmong } from '../access/document-sql'
import { attach } from '../attachments/service'
import { recordDocumentViews } from '../audit/service'
import { noteDocumentLinks, requireReadable, requireRight } from '../documents/service'
import { proposeLabels, putLabels } from '../graphs/service'
import { keepFrames } from '../sources/service'
import { recordMentions } from './discussion/discussion-service'
import { logForEvent, logsFromRows } from './log-from'
import * as store from './logs-store'
import * as searching from './search-store'
import { enqueueTitle, isTitleWanted } from './titles/title-job'

/** Writes a log as the caller. */
export const write = (ctx: MemberContext, body: Body<typeof writeLog>): Promise<Log> => writeFor(ctx, body, null)

/**
 * Writes a log into a logbook as the caller [4.7a], or on their behalf for a job. Without a title it gets one from its first words. If a model is
 * connected, that title is a placeholder until the model has written a better one [D19, D45].
 */
export async function writeFor(ctx: MemberContext, body: Body<typeof writeLog>, job_id: number | null): Promise<Log> {
  const { doc_id, frame_ids: frames = [], client_id = null, labels: marks = [], happened_at = null } = body
  const content = withoutLinkNames(body.content)
  const frame_ids = [...new Set([...frames, ...(body.urls ?? [])])]
  const file_ids = [...new Set(body.file_ids)]
  const shows = { pictures: frame_ids.length, files: file_ids.length }
  requireSomething({ content, title: body.title, ...shows })
  if (happened_at !== null) requireEarlier(ctx, happened_at)
  if (shows.pictures + shows.files > limits.frames) {
    throw apiError('request.invalid', {
      issues: [
        {
          path: shows.files > 0 ? 'file_ids' : 'frame_ids',
          message: `A log can have at most ${limits.frames} pictures and files.`,
        },
      ],
    })
  }
  if (frames.length > 0) await keepFrames(ctx, frames)
  const title = body.title || titleOf(ctx, { content, ...shows })
  const is_generating = !body.title && (await isTitleWanted(ctx, content))
  const written = await store.insertLog(ctx, {
    doc_id,
    title,
    content,
    frame_ids,
    file_ids,
    is_generating,
    happened_at,
    job_id,
  })
  if (!written) return refuseWriting(ctx, doc_id)
  const { id, is_labelled_by_mate } = written
  const [labels] = await Promise.all([
    marks.length > 0 ? putLabels(ctx, { doc_id, log_id: id, created_at: ctx.now }, marks) : [],
    file_ids.length > 0 && attach(ctx, { doc_id, log_id: id, file_ids }),
    noteDocumentLinks(ctx, { doc_id, log_id: id }, { content }),
    is_generating && enqueueTitle(ctx, id),
    is_labelled_by_mate && job_id === null && marks.length === 0 && proposeLabels(ctx, id),
  ])
  const log: Log = {
    id,
    doc_id,
    title,
    content,
    created_at: ctx.now,
    happened_at,
    created_by: written.writer && (await personFrom(ctx, written.writer)),
    future_instructions_id: job_id,
    is_generating,
    frame_ids,
    file_ids,
    revision: 0,
    corrected_at: null,
    labels,
    comment_count: 0,
    reactions: [],
    client_id,
  }
  ctx.record({ kind: 'log.added', doc_id, log: logForEvent(log) }, { to: 'document', doc_id })
  const mentioned = await readersAmong(ctx, doc_id, [...new Set(body.mentions)])
  recordMentions(ctx, { doc_id, log_id: id, comment_id: null, user_ids: mentioned })
  return log
}

/** A repeated call answers the log as it is by then. */
export const writtenBefore: Repeating<typeof writeLog, number> = {
  keeps: log => log.id,
  async answer(ctx, { client_id = null }, id) {
    const [log] = await logsFromRows(ctx, await store.findLogs(ctx, [id]))
    if (!log) throw apiError('log.not_found')
    return { ...log, client_id }
  },
}

/** The earliest instant of a log, and how far the clock of a writer's device may be ahead, in milliseconds. */
const happenedFrom = Date.parse('2000-01-01T00:00:00.000Z')
const aheadAtMost = 60_000

/** Refuses a time in the future, or long before anybody kept a logbook here. */
function requireEarlier(ctx: MemberContext, happened_at: string): void {
  const happened = Date.parse(happened_at)
  const isFuture = happened > Date.parse(ctx.now) + aheadAtMost
  if (!isFuture && happened >= happenedFrom) return
  const message = isFuture ? 'This time is in the future.' : 'The earliest time is January 1, 2000.'
  throw apiError('log.time_out_of_range', { issues: [{ path: 'happened_at', message }] })
}

interface LogContent {
  content: string
  pictures: number
  files: number
}

/** Refuses an empty log. */
export function requireSomething({
  content,
  title,
  pictures,
  files,
}: LogContent & { title?: string | undefined }): void {
  if (content.trim() || title || pictures > 0 || files > 0) return
  throw apiError('request.invalid', {
    issues: [{ path: 'content', message: 'Write something, or add a title, a picture or a file.' }],
  })
}

/** The title of a log without a given one, in the writer's language. */
export const titleOf = ({ caller }: MemberContext, content: LogContent): string =>
  logTitle(content, Language.catch('en').parse(caller.language))

/** Throws the reason why nothing was written. */
async function refuseWriting(ctx: MemberContext, doc_id: number): Promise<never> {
  requireRight(await requireReadable(ctx, doc_id), 'writable')
  throw apiError('document.not_a_logbook')
}

export async function byIds(ctx: MemberContext, { doc_log_ids }: Body<typeof logsByIds>): Promise<Log[]> {
  const rows = await store.findLogs(ctx, doc_log_ids)
  recordDocumentViews(
    ctx,
    rows.map(row => row.doc_id),
  )
  return logsFromRows(ctx, rows)
}

/** Searches the logs of everything that the caller may read [7.14d]. */
export async function search(ctx: MemberContext, body: Body<typeof searchLogs>): Promise<Page<Log>> {
  const { query: words, doc_ids, user_ids, from, to, labels, cursor, limit } = body
  const params = { words, doc_ids, user_ids, from, to, labels }
  const rows = await searching.searchLogs(ctx, params, { after: byTime.read(cursor), limit: limit + 1 })
  const { shown, next_cursor } = byTime.cut(rows, limit, row => ({ at: row.created_at, id: row.id }))
  recordDocumentViews(
    ctx,
    shown.map(row => row.doc_id),
  )
  return { items: await logsFromRows(ctx, shown), next_cursor }
}
