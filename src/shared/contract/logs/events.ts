import { z } from 'zod'
import { Id } from '../common'
import { Reactions } from '../reactions'
import { Log } from './log'

/**
 * A log in an event. Its writer's `user_image` is always null, because events outlive the signed URL. `is_cut`: its text
 * and its pictures are left out, because they are long (`log.inEvent`); `logsByIds` returns them.
 */
export const EventLog = Log.extend({ is_cut: z.boolean().default(false) })
export type EventLog = z.infer<typeof EventLog>

/** Events about logs. */
export const LogEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('log.added'), doc_id: Id, log: EventLog }),
  z.object({ kind: z.literal('log.corrected'), doc_id: Id, log: EventLog }),
  /** The final title of a log. It does not apply to a log that was corrected in the meantime. */
  z.object({ kind: z.literal('log.titled'), doc_id: Id, log_id: Id, title: z.string() }),
  /** Somebody commented on a log, or reacted to it: what is said about it now, and the comment that was deleted. */
  z.object({
    ...{ kind: z.literal('log.discussed'), doc_id: Id, log_id: Id, comment_count: z.int(), reactions: Reactions },
    deleted_comment_id: Id.nullable().default(null),
  }),
  /** People were mentioned in a log, or in a comment on it; they are those who receive the event. */
  z.object({
    kind: z.literal('log.mentioned'),
    doc_id: Id,
    log_id: Id,
    comment_id: Id.nullable(),
    user_ids: z.array(Id),
  }),
  /** Logs were deleted for good. */
  z.object({ kind: z.literal('logs.removed'), doc_id: Id, log_ids: z.array(Id) }),
])
