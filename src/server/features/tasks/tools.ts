import { z } from 'zod'
import { taskAddress } from '../../platform/markdown'
import type { MemberContext } from '../../platform/request-context'
import { nothingRead, type Tool } from '../../platform/tool'
import { branchesFor } from '../organisations/service'
import { type FoundCard, findTasksBy } from './found-store'
import { type AskedTasks, type TaskFact, type TaskFacts, TasksInput } from './task-facts'
import { taskReference, tasksQuestion } from './task-question'

/** Mate’s tool for tasks. */
export const tasksTool: Tool<TasksInput, TaskFacts> = {
  name: 'find_tasks',
  description:
    'Tasks that the person may see, the most urgent first: of people (`user_ids` from find_people, or the id of the member who asks), or of nobody (`is_unassigned`), of spaces (`branch_ids` from find_spaces), with all of some labels, by status (open ones unless told), late ones, due or done within times (ISO instants), by words. `total` counts all that match. Link a task as [title](address).',
  input: TasksInput,
  question: tasksQuestion,
  async run(ctx, { limit, ...filter }) {
    const [{ rows, total }, branches] = await Promise.all([findTasksBy(ctx, filter, limit), branchesFor(ctx)])
    const tasks = rows.map(row => factOf(ctx, row))
    const [only, ...others] = filter.user_ids ?? []
    return {
      facts: {
        tasks,
        total,
        asked: {
          ...askedTasks(filter, branches),
          is_unassigned: filter.is_unassigned ?? false,
          is_mine: only === ctx.caller.user_id && others.length === 0,
        },
      },
      references: tasks.map(taskReference),
      read: nothingRead,
    }
  },
}

/** What was asked for, with the names of its spaces. */
export const askedTasks = (
  {
    status,
    is_late = false,
    words = '',
    branch_ids = [],
  }: Pick<TasksInput, 'status' | 'is_late' | 'words' | 'branch_ids'>,
  branches: readonly { id: number; branch_name: string }[],
): AskedTasks => ({
  ...{ status, is_late, words },
  spaces: branches.filter(({ id }) => branch_ids.includes(id)).map(({ branch_name }) => branch_name),
})

function factOf({ now }: MemberContext, row: FoundCard): TaskFact {
  return {
    ...{ id: row.id, title: row.title, excerpt: row.excerpt, status: row.status, priority: row.priority },
    ...{ people: row.people, space: row.branch_name, labels: row.labels, deadline: row.deadline },
    is_late: row.status !== 'done' && row.deadline !== null && Date.parse(row.deadline) < Date.parse(now),
    ...{ estimate_minutes: row.estimate_minutes, address: taskAddress(row.id) },
  }
}

export interface SpaceFact {
  id: number
  name: string
}

/** Mate’s tool for the spaces in which tasks are. */
export const spacesTool: Tool<Record<string, never>, { spaces: SpaceFact[] }> = {
  name: 'find_spaces',
  description: 'The spaces (branches) that the person may see, in which tasks are.',
  input: z.object({}),
  async run(ctx) {
    const spaces = (await branchesFor(ctx)).map(({ id, branch_name }) => ({ id, name: branch_name }))
    return { facts: { spaces }, references: [], read: nothingRead }
  },
}
