import { z } from 'zod'
import { Task } from '#shared/contract/tasks/task'
import type { CopyPlace } from '../../platform/copied-answer'

const kind = 'task.'

/** The name of the copy of an opened task. Those of its parts begin with it. */
export const taskCopy = (task_id: number): string => kind + task_id

/** Where an opened task is copied; the task is an item, as its endpoint answers it. */
export const taskPlace = (task_id: number): CopyPlace<z.ZodArray<typeof Task>> => ({
  name: taskCopy(task_id),
  schema: z.array(Task),
})

/** Returns the task of a copy with this name; null for other copies. */
export const taskOfCopy = (name: string): number | null =>
  name.startsWith(kind) ? Number.parseInt(name.slice(kind.length), 10) : null

const views = 'views.'

/** The name of the copy of the saved views of a space, or of My Tasks. */
export const viewsCopy = (branch_id: number | null): string => `${views}${branch_id ?? 'mine'}`

/** Returns whose saved views a copy with this name holds: of a space, or null for My Tasks; undefined for other copies. */
export const viewsOfCopy = (name: string): number | null | undefined =>
  name.startsWith(views) ? Number.parseInt(name.slice(views.length), 10) || null : undefined
