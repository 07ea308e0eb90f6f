import type { FileAttachment } from '#shared/contract/attachments/endpoints'
import type { Log } from '#shared/contract/logs/log'
import { csvLine, encodingMark } from '../../../platform/files/csv-line'
import { timeIn } from '../../../platform/files/times'
import type { PreflightContext } from '../../../platform/http/route'
import { attachmentsOfLogs } from '../../attachments/service'
import { batchesOf } from './batches'
import { linkTo } from './link'
import type { About, ExportParams } from './params'

/** Column names for programs, the same in every language. */
const columns = ['time', 'writer', 'title', 'text', 'labels', 'link', 'pictures', 'files', 'happened'] as const

/**
 * Logs as comma-separated values, one per line. It begins with a byte order mark, by which Excel recognises the
 * encoding.
 */
export async function* csvOf(preflight: PreflightContext, about: About, params: ExportParams): AsyncGenerator<string> {
  yield `${encodingMark}${csvLine(columns)}`
  const lines = batchesOf(preflight, params, async (ctx, logs) => {
    const files = await attachmentsOfLogs(
      ctx,
      logs.filter(log => log.file_ids.length > 0).map(log => log.id),
    )
    return logs.map(log => lineOf(about, log, files.get(log.id) ?? [])).join('')
  })
  for await (const text of lines) if (text) yield text
}

const lineOf = (about: About, log: Log, files: readonly FileAttachment[]) =>
  csvLine([
    timeIn(about.zone, log.created_at),
    log.created_by?.user_displayname ?? '',
    log.title,
    log.content,
    log.labels.map(label => label.text).join('; '),
    linkTo(about.publicUrl, log),
    log.frame_ids.join(' '),
    files.map(file => file.file_name).join('; '),
    log.happened_at === null ? '' : timeIn(about.zone, log.happened_at),
  ])
