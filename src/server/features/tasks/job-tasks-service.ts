import type { TaskOrigin } from '#shared/contract/tasks/task'
import { apiError } from '#shared/errors'
import type { MemberContext } from '../../platform/request-context'
import { branchesFor } from '../organisations/service'
import { create } from './create-service'
import * as rights from './rights'
import * as store from './store'

interface Targets {
  /** Without one, the task belongs to the primary branch. */
  branch_ids: readonly number[]
  user_ids: readonly number[]
}

/** The branches in which a job creates tasks. Refuses what the caller could not do themself: see, and assign to people. */
export async function requireTaskTargets(ctx: MemberContext, { branch_ids, user_ids }: Targets): Promise<number[]> {
  const seen = await branchesFor(ctx)
  const primary = seen.find(branch => branch.is_primary_branch)?.id
  const into = branch_ids.length > 0 || primary === undefined ? [...branch_ids] : [primary]
  if (into.length === 0 || into.some(id => !seen.some(branch => branch.id === id))) throw apiError('branch.not_found')
  rights.requireMayAssign(ctx, [], user_ids)
  for (const branch_id of into) await rights.requireAssignable(ctx, branch_id, user_ids)
  return into
}

/**
 * Creates a task for a job in each of its branches, with the rights of its owner. A task of a job with the same title
 * that is still open there stands for the new one, so that a job which runs often does not fill a board.
 */
export async function createForJob(
  ctx: MemberContext,
  { title, description, origin }: { title: string; description: string; origin: TaskOrigin },
  targets: Targets,
): Promise<number[]> {
  const ids: number[] = []
  for (const branch_id of await requireTaskTargets(ctx, targets)) {
    const known = await store.openTaskOfJob(ctx, branch_id, title)
    if (known === undefined) {
      const assignees = [...targets.user_ids]
      const task = { branch_id, title, description, status: 'todo', source: 'job', origin, assignees } as const
      ids.push((await create(ctx, task, null)).id)
    } else ids.push(known)
  }
  return ids
}
