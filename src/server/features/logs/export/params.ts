import type { Language } from '#shared/contract/common'
import type { Body } from '#shared/contract/endpoint'
import type { ExportType, readLogs } from '#shared/contract/logs/endpoints'
import { apiError } from '#shared/errors'

/** Which logs are exported in which format. The range includes its first instant and excludes its last. */
export interface ExportParams extends Pick<Body<typeof readLogs>, 'doc_id' | 'labels' | 'user_ids'> {
  type: ExportType
  start_time: string
  end_time: string
}

/** What a file states about itself, and the reader whose zone and language it uses. */
export interface About {
  document_name: string
  made_at: string
  made_by: { user_id: number; user_displayname: string }
  zone: string
  language: Language
  /** Where people reach this server. */
  publicUrl: string
}

/** The parameters of a call for a file; refuses incomplete ones. */
export function exportParams(body: Body<typeof readLogs>): ExportParams {
  const { doc_id, type, start_time, end_time, labels, user_ids, ...places } = body
  const invalid = (path: string, message: string) => ({ path, message })
  const issues = Object.entries(places)
    .filter(([, place]) => place !== undefined)
    .map(([path]) => invalid(path, 'A file covers a range of time, not a page.'))
  if (type === undefined) issues.push(invalid('type', 'Choose a file type.'))
  if (start_time === undefined) issues.push(invalid('start_time', 'Choose a start time.'))
  if (end_time === undefined) issues.push(invalid('end_time', 'Choose an end time.'))
  if (type === undefined || start_time === undefined || end_time === undefined || issues.length > 0)
    throw apiError('request.invalid', { issues })
  if (Date.parse(start_time) >= Date.parse(end_time))
    throw apiError('request.invalid', { issues: [invalid('end_time', 'The end must be after the start.')] })
  return { doc_id, type, start_time, end_time, labels, user_ids }
}
