import type { FileAttachment } from '#shared/contract/attachments'
import type { Log } from '#shared/contract/logbooks'
import type { Visit } from '../../../platform/http/route'
import { attachmentsOfLogs } from '../../attachments/service'
import { batchesOf } from './batches'
import { linkTo } from './link'
import { timeIn } from './times'
import type { About, Wish } from './wish'

/** Names of columns for programs: the same in every language. */
const columns = ['time', 'writer', 'title', 'text', 'labels', 'link', 'pictures', 'files'] as const

/** What a spreadsheet would take for a formula, also in the wide letters of East Asia. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** A cell that says what it says and does nothing [RFC 4180]. */
function cell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const line = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`

/** Logs as comma-separated values, one a line. It begins with a mark by which Excel knows the encoding. */
export async function* csvOf(visit: Visit, about: About, wish: Wish): AsyncGenerator<string> {
  yield `\ufeff${line(columns)}`
  const lines = batchesOf(visit, wish, async (at, logs) => {
    const files = await attachmentsOfLogs(
      at,
      logs.filter(log => log.file_ids.length > 0).map(log => log.id),
    )
    return logs.map(log => lineOf(about, log, files.get(log.id) ?? [])).join('')
  })
  for await (const text of lines) if (text) yield text
}

const lineOf = (about: About, log: Log, files: readonly FileAttachment[]) =>
  line([
    timeIn(about.zone, log.created_at),
    log.created_by?.user_displayname ?? '',
    log.title,
    log.content,
    log.labels.map(label => label.text).join('; '),
    linkTo(about.publicUrl, log),
    log.frame_ids.join(' '),
    files.map(file => file.file_name).join('; '),
  ])
