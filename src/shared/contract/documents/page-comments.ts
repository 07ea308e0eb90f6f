import { z } from 'zod'
import { Id, Instant, Nothing, Person, text } from '../common'
import { endpoint, member, pagedList } from '../endpoint'
import { pageComment as limits } from './limits'

export const PageComment = z.object({
  comment_id: Id,
  /** Null if the person no longer exists. */
  author: Person.nullable(),
  /** Plain text. */
  content: z.string(),
  /** Ids of the mentioned people. */
  mentions: z.array(Id),
  created_at: Instant,
  edited_at: Instant.nullable(),
})
export type PageComment = z.infer<typeof PageComment>

/** A relative position of Yjs in the shared document of a page, encoded. */
const Place = z.base64().min(1).max(limits.placeLength)
/** A passage of a page. It stays the same passage however the text around it changes. */
const Passage = z.object({ begins_at: Place, ends_at: Place })

/** A passage of a page and what was said about it [D46]. */
export const PageThread = z.object({
  thread_id: Id,
  doc_id: Id,
  passage: Passage,
  /** What the passage said at first. */
  quote: z.string(),
  created_at: Instant,
  resolved_at: Instant.nullable(),
  resolved_by: Person.nullable(),
  /** Oldest first. */
  comments: z.array(PageComment),
})
export type PageThread = z.infer<typeof PageThread>

export const listPageThreads = pagedList({
  method: 'POST',
  reads: true,
  path: '/notes/page/threads',
  summary: 'Lists the comments on passages of a page, newest passage first, for everybody who may read it.',
  access: member(),
  body: z.object({ doc_id: Id, is_resolved: z.boolean().default(false) }),
  item: PageThread,
})

const written = {
  content: text(limits.length),
  /** Each of them must be able to read the page. */
  mentions: z.array(Id).max(limits.mentions).default([]),
}

export const addPageThread = endpoint({
  method: 'POST',
  path: '/notes/page/threads/add',
  summary: 'Comments on a passage of a page. Everybody who may read the page may do this.',
  access: member(),
  body: z.object({ doc_id: Id, passage: Passage, quote: z.string().trim().min(1).max(limits.quoteLength), ...written }),
  answer: PageThread,
})

export const resolvePageThread = endpoint({
  method: 'POST',
  path: '/notes/page/threads/resolve',
  summary:
    'Resolves the comments on a passage, or opens them again. Whoever made the first one, and everybody who may write the page, may do this.',
  access: member(),
  body: z.object({ thread_id: Id, is_resolved: z.boolean() }),
  answer: PageThread,
})

export const addPageComment = endpoint({
  method: 'POST',
  path: '/notes/page/comments/add',
  summary: 'Answers comments on a passage. Those that were resolved open again.',
  access: member(),
  body: z.object({ thread_id: Id, ...written }),
  answer: PageThread,
})

export const editPageComment = endpoint({
  method: 'POST',
  path: '/notes/page/comments/edit',
  summary: 'Changes a comment of the caller.',
  access: member(),
  body: z.object({ comment_id: Id, ...written }),
  answer: PageThread,
})

export const deletePageComment = endpoint({
  method: 'POST',
  path: '/notes/page/comments/delete',
  summary:
    'Deletes a comment, with its passage if it was the last one. Its author and those who manage the page may do this.',
  access: member(),
  body: z.object({ comment_id: Id }),
  answer: Nothing,
})
