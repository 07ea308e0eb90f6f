import { Language } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import type { Log, logsByIds, searchLogs, writeLog } from '#shared/contract/logbooks'
import { refuse } from '#shared/errors'
import { log as limits } from '#shared/limits'
import { logTitle } from '#shared/rules/log-title'
import type { MemberScene } from '../../platform/scene'
import { personFrom } from '../profile/person-service'
import { keepFrames } from '../sources/service'
import { byTime } from './by-time'
import { put } from './graphs/marks-service'
import { logsFromRows } from './log-from'
import * as store from './logs-store'
import { requireReadable, requireRight } from './rights'
import * as searching from './search-store'

/** Writes a log into a logbook as the caller [4.7a]. Without a title it gets one from its first words [D19]. */
export async function write(at: MemberScene, body: Body<typeof writeLog>): Promise<Log> {
  const { doc_id, content, frame_ids: frames = [], client_id = null, labels: marks = [] } = body
  const frame_ids = [...new Set([...frames, ...(body.urls ?? [])])]
  if (!content.trim() && !body.title && frame_ids.length === 0) {
    throw refuse('request.invalid', {
      issues: [{ path: 'content', message: 'Write something, or add a title or a picture.' }],
    })
  }
  if (frame_ids.length > limits.frames) {
    throw refuse('request.invalid', {
      issues: [{ path: 'frame_ids', message: `At most ${limits.frames} pictures belong to a log.` }],
    })
  }
  if (frames.length > 0) await keepFrames(at, frames)
  const title =
    body.title || logTitle({ content, pictures: frame_ids.length }, Language.catch('en').parse(at.caller.language))
  const written = await store.insertLog(at, { doc_id, title, content, frame_ids })
  if (!written) return refuseWriting(at, doc_id)
  const labels = marks.length > 0 ? await put(at, { doc_id, log_id: written.id, created_at: at.now }, marks) : []
  const log: Log = {
    id: written.id,
    doc_id,
    title,
    content,
    created_at: at.now,
    created_by: await personFrom(at, written.writer),
    future_instructions_id: null,
    is_generating: false,
    frame_ids,
    labels,
    client_id,
  }
  at.record({ kind: 'log.added', doc_id, log: told(log) }, { to: 'document', doc_id })
  return log
}

/** A log as events tell it. The address of a picture is good for a day and events for a week, so it is not in them. */
const told = ({ created_by, ...log }: Log): Log => ({
  ...log,
  created_by: created_by && { ...created_by, user_image: null },
})

/** Tells why nothing was written. */
async function refuseWriting(at: MemberScene, doc_id: number): Promise<never> {
  requireRight(await requireReadable(at, doc_id), 'writable')
  throw refuse('document.not_a_logbook')
}

export async function byIds(at: MemberScene, { doc_log_ids }: Body<typeof logsByIds>): Promise<Log[]> {
  return logsFromRows(at, await store.findLogs(at, doc_log_ids))
}

/** Logs over everything that the caller may read [7.14d]. */
export async function search(at: MemberScene, body: Body<typeof searchLogs>): Promise<Page<Log>> {
  const { query: words, doc_ids, user_ids, from, to, labels, cursor, limit } = body
  const wish = { words, doc_ids, user_ids, from, to }
  const rows = await searching.searchLogs(at, wish, { labels, after: byTime.read(cursor), limit: limit + 1 })
  const { shown, next_cursor } = byTime.cut(rows, limit, row => ({ at: row.created_at, id: row.id }))
  return { items: await logsFromRows(at, shown), next_cursor }
}
