import { z } from 'zod'
import { Id, Instant, Nothing, Person, text } from '../common'
import { endpoint, member, pagedList } from '../endpoint'
import { ReactionEmoji, Reactions } from '../reactions'
import { comment } from './limits'

/** A comment on a task [D14]. */
export const TaskComment = z.object({
  id: Id,
  comment_id: Id,
  task_id: Id,
  /** Markdown. */
  comment: z.string(),
  /** Null if the person no longer exists. */
  author: Person.nullable(),
  created_at: Instant,
  edited_at: Instant.nullable(),
  /** Ids of the mentioned people. */
  mentions: z.array(Id),
  /** Ids of files. */
  attachments: z.array(z.uuid()),
  reactions: Reactions,
})
export type TaskComment = z.infer<typeof TaskComment>

const listed = {
  access: member(),
  body: z.object({ task_id: Id }),
  item: TaskComment,
}

export const fetchComments = pagedList({
  ...listed,
  method: 'POST',
  reads: true,
  path: '/visualisation/tasks/comments',
  summary: 'Lists the comments on a task, newest first.',
})

export const listComments = pagedList({
  ...listed,
  method: 'GET',
  path: '/tasks/comments',
  summary: 'Lists the comments on a task, newest first.',
})

const Written = z.object({
  comment: text(comment.length),
  mentions: z.array(Id).max(comment.mentions).default([]),
})

export const addComment = endpoint({
  method: 'POST',
  path: '/tasks/comments',
  summary: 'Comments on a task. Everybody who is mentioned must be able to see the task.',
  access: member(),
  body: Written.extend({
    task_id: Id,
    /** Files of the writer that are not attached to anything yet. */
    file_ids: z.array(z.uuid()).max(comment.files).default([]),
  }),
  answer: TaskComment,
})

export const editComment = endpoint({
  method: 'PATCH',
  path: '/tasks/comments',
  summary: 'Changes a comment. Its author may do this for 24 hours.',
  access: member(),
  body: Written.extend({ comment_id: Id }),
  answer: TaskComment,
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/tasks/comments',
  summary: 'Deletes a comment. Its author, owners and admins may do this.',
  access: member(),
  body: z.object({ comment_id: Id }),
  answer: Nothing,
})

export const reactToComment = endpoint({
  method: 'POST',
  path: '/tasks/comments/react',
  summary: 'Adds the caller’s reaction to a comment, or takes it back.',
  access: member(),
  body: z.object({ comment_id: Id, emoji: ReactionEmoji, is_on: z.boolean().default(true) }),
  answer: TaskComment,
})
