import { z } from 'zod'
import {
  addLogComment,
  editLogComment,
  LogComment,
  listLogComments,
  reactToLog,
} from '#shared/contract/logs/discussion'
import type { Log } from '#shared/contract/logs/log'
import type { ReactionEmoji } from '#shared/contract/reactions'
import { call, type Outcome } from '../../../platform/api'
import { createKeyedListSlice } from '../../../platform/keyed-list-slice'
import { copied } from '../../../platform/list-copies'
import type { MutationKind } from '../../../platform/mutation-queue/mutation'
import { copyOfPart } from '../../documents/store'
import { useTimelines } from '../store'

/** A log, as its discussion names it. */
export interface LogKey {
  doc_id: number
  log_id: number
}

export const discussionName = ({ doc_id, log_id }: LogKey): string => `${doc_id}.${log_id}`

/** The comments on logs, newest first. */
export const useLogComments = createKeyedListSlice('logs.comments', {
  list: (of: LogKey, page) => call(listLogComments, { ...of, ...page }),
  nameOf: discussionName,
  key: (comment: LogComment) => comment.comment_id,
  copies: ({ doc_id, log_id }) => copied(copyOfPart(doc_id, `comments.${log_id}`), LogComment),
  actions: ({ get, changer }) => ({
    /** Loads again all that were loaded before. */
    refreshAll() {
      for (const name of Object.keys(get().lists)) {
        const [doc_id = 0, log_id = 0] = name.split('.').map(Number)
        void useLogComments.getState().refresh({ doc_id, log_id })
      }
    },
    put(comment: LogComment) {
      changer(comment)(items =>
        items.some(item => item.comment_id === comment.comment_id) ? items : [comment, ...items],
      )
    },
    async edit(of: LogComment, written: { comment: string; mentions: number[] }): Promise<Outcome<LogComment>> {
      const change = changer(of)
      const outcome = await call(editLogComment, { comment_id: of.comment_id, ...written })
      if (outcome.ok) change(items => items.map(item => (item.comment_id === of.comment_id ? outcome.data : item)))
      return outcome
    },
  }),
})

/** Adds or takes back a reaction of the person. */
export async function react({ id: log_id, doc_id }: Log, emoji: ReactionEmoji, is_on: boolean) {
  const outcome = await call(reactToLog, { doc_id, log_id, emoji, is_on })
  if (outcome.ok) useTimelines.getState().discuss(doc_id, log_id, outcome.data)
  return outcome
}

const CommentInput = z.object({
  doc_id: z.int(),
  log_id: z.int(),
  comment: z.string(),
  mentions: z.array(z.int()),
})
type CommentInput = z.infer<typeof CommentInput>

/** A comment on its way to the server. It survives reloads, and one that was refused stays for the person. */
export const logCommentMutation: MutationKind<CommentInput, LogComment> = {
  name: 'log.comment',
  input: CommentInput,
  lane: ({ log_id }) => `log.${log_id}`,
  send: (input, key) => call(addLogComment, input, { idempotencyKey: key }),
  settle: comment => useLogComments.getState().put(comment),
}
