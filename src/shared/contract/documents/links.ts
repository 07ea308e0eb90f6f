import { z } from 'zod'
import { Id, Instant, Person } from '../common'
import { member, pagedList } from '../endpoint'
import { DocumentType } from './endpoints'

/** A text that links to a document, and where it stands. */
export const LinkingText = z.object({
  link_id: Id,
  kind: z.enum(['page', 'log', 'log_comment', 'page_comment', 'task_comment', 'message']),
  /** The page or logbook; null for a comment on a task and for a message. */
  doc_id: Id.nullable(),
  document_type: DocumentType.nullable(),
  /** Of a log, or of a comment on one. */
  log_id: Id.nullable(),
  log_title: z.string().nullable(),
  /** Of a comment on a task. */
  task_id: Id.nullable(),
  /** Of a comment. */
  comment_id: Id.nullable(),
  /** Of a message. */
  chat_id: Id.nullable(),
  message_id: Id.nullable(),
  /** Of the page, logbook, task or chat. */
  name: z.string(),
  /** Null for a page, which has many, for a log of Mate and a message of a bot, and for a person who no longer exists. */
  author: Person.nullable(),
  /** When a log, comment or message was written, and for a page when the link came into it. */
  written_at: Instant,
})
export type LinkingText = z.infer<typeof LinkingText>

export const listLinkedFrom = pagedList({
  method: 'POST',
  reads: true,
  path: '/notes/linked_from',
  summary:
    'Lists the pages, logs, comments and messages that link to a document, the newest link first. What the caller may not read is left out.',
  access: member(),
  body: z.object({ doc_id: Id }),
  item: LinkingText,
})
