import type { Person } from '#shared/contract/common'
import type { EventLog } from '#shared/contract/logs/events'
import { log as limits } from '#shared/contract/logs/limits'
import type { Log } from '#shared/contract/logs/log'
import { withoutLinkNames } from '#shared/page/references'
import { personFrom } from '../../platform/people/person'
import type { MemberContext } from '../../platform/request-context'
import type { LogRow } from './logs-store'

/** Converts rows to logs of the wire; each writer is converted once, however many logs are theirs. */
export async function logsFromRows(ctx: MemberContext, rows: readonly LogRow[]): Promise<Log[]> {
  const people = new Map<number, Person>()
  for (const { writer } of rows)
    if (writer && !people.has(writer.user_id)) people.set(writer.user_id, await personFrom(ctx, writer))
  // Field by field, because copying the rest of a row costs as much as reading it.
  return rows.map(row => ({
    id: row.id,
    doc_id: row.doc_id,
    title: row.title,
    // Texts from before they were stored without the names of what they link to have those too.
    content: withoutLinkNames(row.content),
    created_at: row.created_at,
    happened_at: row.happened_at,
    created_by: (row.writer && people.get(row.writer.user_id)) ?? null,
    future_instructions_id: row.future_instructions_id,
    is_generating: row.is_generating,
    frame_ids: row.frame_ids,
    file_ids: row.file_ids,
    revision: row.revision,
    corrected_at: row.corrected_at,
    labels: row.labels ?? [],
    comment_count: row.comment_count,
    reactions: row.reactions,
    client_id: null,
  }))
}

/** A log for files and events, which outlive the signed URL of a person's picture. */
export const withoutPictureUrl = ({ created_by, ...log }: Log): Log => ({
  ...log,
  created_by: created_by && { ...created_by, user_image: null },
})

/** A log for its event, without what is long: everybody who may read it receives the event, and few show the log. */
export function logForEvent(log: Log): EventLog {
  const is_cut = log.content.length + log.frame_ids.join('').length > limits.inEvent
  return { ...withoutPictureUrl(log), ...(is_cut && { content: '', frame_ids: [] }), is_cut }
}
