import { z } from 'zod'
import type { ReactionEmoji } from '#shared/contract/reactions'
import { addComment, editComment, listComments, reactToComment, TaskComment } from '#shared/contract/tasks/comments'
import { createTask } from '#shared/contract/tasks/endpoints'
import type { Task } from '#shared/contract/tasks/task'
import { call, type Outcome } from '../../platform/api'
import { createKeyedListSlice } from '../../platform/keyed-list-slice'
import { copied } from '../../platform/list-copies'
import type { MutationKind } from '../../platform/mutation-queue/mutation'
import { mutationQueue, useMutations } from '../../platform/mutation-queue/store'
import {
  fileIdsOf,
  moveUploads,
  releaseUploads,
  removeUploadsAt,
  restoreUploads,
  sendAfterUploads,
  uploadsStateOf,
} from '../attachments/store'
import { discardWithUndo } from '../undo/store'
import { taskCopy } from './last-read'
import { refreshBoards, useLoadStatus, useTasks } from './store'

/** The comments on tasks, newest first. */
export const useComments = createKeyedListSlice('tasks.comments', {
  list: async (task_id: number, page) =>
    useLoadStatus.getState().record('comments', await call(listComments, { task_id, ...page })),
  nameOf: task_id => task_id,
  key: comment => comment.comment_id,
  copies: task_id => copied(`${taskCopy(task_id)}.comments`, TaskComment),
  actions: ({ changer }) => {
    const put = (comment: TaskComment) =>
      changer(comment.task_id)(items => {
        const at = items.findIndex(item => item.comment_id === comment.comment_id)
        return at >= 0 ? items.with(at, comment) : [comment, ...items].sort((a, b) => b.id - a.id)
      })
    return {
      put,
      async edit(comment_id: number, comment: string, mentions: number[]): Promise<Outcome<TaskComment>> {
        const outcome = await call(editComment, { comment_id, comment, mentions })
        if (outcome.ok) put(outcome.data)
        return outcome
      },
      async react({ comment_id }: TaskComment, emoji: ReactionEmoji, is_on: boolean): Promise<Outcome<TaskComment>> {
        const outcome = await call(reactToComment, { comment_id, emoji, is_on })
        if (outcome.ok) put(outcome.data)
        return outcome
      },
    }
  },
})

const CommentInput = z.object({
  task_id: z.int(),
  comment: z.string(),
  mentions: z.array(z.int()),
  /** The uploads of its files, which must finish first. */
  uploads: z.array(z.string()).default([]),
})
export type CommentInput = z.infer<typeof CommentInput>

/** A comment on its way to the server. It survives reloads, and one that was refused stays for the person. */
export const commentMutation: MutationKind<CommentInput, TaskComment> = {
  name: 'task.comment',
  input: CommentInput,
  lane: ({ task_id }) => `task.${task_id}`,
  isHeld({ uploads }) {
    const state = uploadsStateOf(uploads)
    return state === 'busy' || state === 'stuck'
  },
  obstacle: ({ uploads }) => (uploadsStateOf(uploads) === 'lost' ? commentFilesLost : null),
  send: ({ uploads, ...input }, key) =>
    call(addComment, { ...input, file_ids: fileIdsOf(uploads) }, { idempotencyKey: key }),
  settle(comment, { uploads }) {
    releaseUploads(uploads)
    useComments.getState().put(comment)
  },
}

/** The failure code of a comment whose files this browser has lost. */
export const commentFilesLost = 'comment.files_lost'

/** The place under which the files of an unsent comment are listed. */
export const commentFilesOf = (mutation_id: string) => `task.comment.outbox.${mutation_id}`

const TaskInput = z.object({
  title: z.string(),
  description: z.string().default(''),
  branch_id: z.int(),
  deadline: z.string().nullable().default(null),
  estimate_minutes: z.int().nullable().default(null),
  assignees: z.array(z.int()).default([]),
  role_id: z.int().nullable().default(null),
  labels: z.array(z.string()).default([]),
  priority: z.enum(['urgent', 'high', 'normal', 'low']).default('normal'),
  status: z.enum(['todo', 'in_progress', 'in_review', 'blocked']).default('todo'),
  fixed_start_time: z.string().nullable().default(null),
  start_after_time: z.string().nullable().default(null),
})
export type TaskInput = z.infer<typeof TaskInput>

/** A new task on its way to the server, as above. */
export const taskMutation: MutationKind<TaskInput, Task> = {
  name: 'task.create',
  input: TaskInput,
  lane: () => 'tasks',
  send: (input, key) => call(createTask, input, { idempotencyKey: key }),
  settle(task) {
    useTasks.getState().put(task)
    // Its column may not be shown yet.
    refreshBoards(task.branch_id)
  },
}

export function sendComment(input: CommentInput): void {
  const id = mutationQueue().send(commentMutation, input)
  moveUploads(input.uploads, commentFilesOf(id))
}

/** Discards a comment that was not sent; its files are deleted once that can no longer be taken back. */
export const discardComment = (id: string, done: string): void =>
  discardWithUndo(id, { done, onEnd: () => removeUploadsAt(commentFilesOf(id)) })

export const sendTask = (input: TaskInput): string => mutationQueue().send(taskMutation, input)

/** Sends what earlier pages could not send. */
export function startSending(): void {
  const queue = mutationQueue()
  queue.register(commentMutation)
  queue.register(taskMutation)
  void queue.open()
  // A comment is sent once its files are at the server.
  const hasFiles = () => useMutations.getState().mutations.some(({ kind }) => kind === commentMutation.name)
  if (hasFiles()) void restoreUploads()
  sendAfterUploads(hasFiles)
}
