import { z } from 'zod'
import { Id } from '../common'
import { Log } from './log'

/** Events about logs. In `log.added`, `user_image` is always null, because events outlive the signed URL. */
export const LogEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('log.added'), doc_id: Id, log: Log }),
  z.object({ kind: z.literal('log.corrected'), doc_id: Id, log: Log }),
  /** The final title of a log. It does not apply to a log that was corrected in the meantime. */
  z.object({ kind: z.literal('log.titled'), doc_id: Id, log_id: Id, title: z.string() }),
])
