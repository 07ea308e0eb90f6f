import { z } from 'zod'

export const TaskStatus = z.enum(['todo', 'in_progress', 'in_review', 'blocked', 'done'])
export type TaskStatus = z.infer<typeof TaskStatus>

/** The statuses of a task that is not done. */
export const OpenStatus = TaskStatus.exclude(['done'])
export type OpenStatus = z.infer<typeof OpenStatus>

/**
 * The lifecycle of a task [D13, 3.24a]: work goes forward and back among the open statuses, and steps may be skipped. Any
 * open task can be blocked. A blocked task must be taken up again before it is done, and a done task is reopened as one
 * in progress.
 */
const next: Record<TaskStatus, readonly TaskStatus[]> = {
  todo: ['in_progress', 'in_review', 'blocked', 'done'],
  in_progress: ['todo', 'in_review', 'blocked', 'done'],
  in_review: ['todo', 'in_progress', 'blocked', 'done'],
  blocked: ['todo', 'in_progress', 'in_review'],
  done: ['in_progress'],
}

/** Whether a task may go from one status to another; it may always stay. */
export const mayBecome = (from: TaskStatus, to: TaskStatus): boolean => from === to || next[from].includes(to)

/** The statuses that a task may have next, in the order of the lifecycle. */
export const nextStatuses = (from: TaskStatus): readonly TaskStatus[] => next[from]
