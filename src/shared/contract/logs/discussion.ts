import { z } from 'zod'
import { Id, Instant, Nothing, Person, text } from '../common'
import { endpoint, member, pagedList } from '../endpoint'
import { ReactionEmoji, Reactions } from '../reactions'
import { logComment as limits } from './limits'

/** A comment on a log. */
export const LogComment = z.object({
  comment_id: Id,
  doc_id: Id,
  log_id: Id,
  /** Markdown. */
  comment: z.string(),
  /** Null if the person no longer exists. */
  author: Person.nullable(),
  created_at: Instant,
  /** Null if it was never changed. */
  edited_at: Instant.nullable(),
  /** Ids of the mentioned people. */
  mentions: z.array(Id),
})
export type LogComment = z.infer<typeof LogComment>

/** What is said about a log, as its row shows it. */
export const LogDiscussion = z.object({ comment_count: z.int(), reactions: Reactions })
export type LogDiscussion = z.infer<typeof LogDiscussion>

const where = { doc_id: Id, log_id: Id }
const written = { comment: text(limits.length), mentions: z.array(Id).max(limits.mentions).default([]) }

export const listLogComments = pagedList({
  method: 'POST',
  reads: true,
  path: '/logs/comments/list',
  summary: 'Lists the comments on a log, newest first, for everybody who may read it.',
  access: member(),
  body: z.object(where),
  item: LogComment,
})

export const addLogComment = endpoint({
  method: 'POST',
  path: '/logs/comments/add',
  summary:
    'Comments on a log. Everybody who may read it may do this, and everybody who is mentioned must be able to read it.',
  access: member(),
  body: z.object({ ...where, ...written }),
  answer: LogComment,
})

export const editLogComment = endpoint({
  method: 'POST',
  path: '/logs/comments/edit',
  summary: 'Changes a comment on a log. Its author may do this for 24 hours.',
  access: member(),
  body: z.object({ comment_id: Id, ...written }),
  answer: LogComment,
})

export const deleteLogComment = endpoint({
  method: 'POST',
  path: '/logs/comments/delete',
  summary: 'Deletes a comment on a log. Its author, owners and admins may do this.',
  access: member(),
  body: z.object({ comment_id: Id }),
  answer: Nothing,
})

export const reactToLog = endpoint({
  method: 'POST',
  path: '/logs/react',
  summary: 'Adds the caller’s reaction to a log that they may read, or takes it back.',
  access: member(),
  body: z.object({ ...where, emoji: ReactionEmoji, is_on: z.boolean().default(true) }),
  answer: LogDiscussion,
})
