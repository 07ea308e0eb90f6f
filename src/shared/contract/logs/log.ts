import { z } from 'zod'
import { Id, Instant, Person } from '../common'
import { LogLabel } from '../graphs/label'
import { Reactions } from '../reactions'

/** The author is null for logs that a job wrote. */
export const Log = z.object({
  /** -1 on the client's placeholder for a log that is not saved yet [4.7a]. */
  id: z.int(),
  doc_id: Id,
  title: z.string(),
  /** Markdown. */
  content: z.string(),
  created_at: Instant,
  /** When it happened, if the writer says that this was before the log was written. */
  happened_at: Instant.nullable().default(null),
  created_by: Person.nullable(),
  future_instructions_id: Id.nullable(),
  is_generating: z.boolean(),
  /** Pictures: ids of frames, which `GET /frames` resolves for those who may see their source, and plain URLs. */
  frame_ids: z.array(z.string()),
  /** Ids of files. `POST /attachments/download` returns their names and URLs. */
  file_ids: z.array(z.uuid()).default([]),
  /** The number of corrections, and the time of the last one [D19]. */
  revision: z.int().default(0),
  corrected_at: Instant.nullable().default(null),
  /** Ordered by graph and index. Events from before labels existed have none. */
  labels: z.array(LogLabel).default([]),
  /** How many comments it has, and who reacted with what. */
  comment_count: z.int().default(0),
  reactions: Reactions.default([]),
  /** The id that the writer's client gave this log, so that the client can replace its placeholder. */
  client_id: z.string().nullable(),
})
export type Log = z.infer<typeof Log>
