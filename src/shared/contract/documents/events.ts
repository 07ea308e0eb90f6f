import { z } from 'zod'
import { Id, Instant, Revision } from '../common'

/** Events about documents; sockets carry them unchanged. */
export const DocumentEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('document.created'), doc_id: Id }),
  /** A client whose document is of this version and time, or newer, need not read it again; without them it must. */
  z.object({
    kind: z.literal('document.updated'),
    doc_id: Id,
    version: Revision.optional(),
    updated_at: Instant.optional(),
    /** The last change of a page that this version contains. */
    page_seq: z.int().optional(),
  }),
  z.object({ kind: z.literal('document.access_changed'), doc_id: Id }),
  z.object({ kind: z.literal('document.deleted'), doc_id: Id }),
  z.object({ kind: z.literal('document.restored'), doc_id: Id }),
  /** The text of a page names people whom it did not name before. Only they receive it. */
  z.object({ kind: z.literal('page.mentioned'), doc_id: Id, user_ids: z.array(Id) }),
  z.object({ kind: z.literal('page.commented'), doc_id: Id, thread_id: Id, comment_id: Id.nullable() }),
])
