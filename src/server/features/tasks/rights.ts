import { apiError } from '#shared/errors'
import { can } from '#shared/rules/capabilities'
import type { MemberContext } from '../../platform/request-context'
import { requireReadable } from '../documents/service'
import { hasLog } from '../logs/service'
import { branchesFor } from '../organisations/service'
import * as store from './store'

/** Refuses a branch that the caller may not see [D3]. */
export async function requireBranch(ctx: MemberContext, branch_id: number): Promise<void> {
  const branches = await branchesFor(ctx)
  if (!branches.some(branch => branch.id === branch_id)) throw apiError('branch.not_found')
}

export async function requireRole(ctx: MemberContext, role_id: number | null | undefined): Promise<void> {
  if (role_id && !(await store.roleExists(ctx, role_id))) throw apiError('role.not_found')
}

/** Only who may assign tasks gives them to others, or takes them away from others [D2]. */
export function requireMayAssign(ctx: MemberContext, before: readonly number[], after: readonly number[]): void {
  const changed = [
    ...after.filter(user_id => !before.includes(user_id)),
    ...before.filter(user_id => !after.includes(user_id)),
  ]
  const concernsOthers = changed.some(user_id => user_id !== ctx.caller.user_id)
  if (concernsOthers && !can(ctx.member, 'tasks.assign')) throw apiError('task.assign_missing')
}

/** Refuses people who are no members, and members who may not see the branch. */
export async function requireAssignable(
  ctx: MemberContext,
  branch_id: number,
  user_ids: readonly number[],
): Promise<void> {
  if (user_ids.length === 0) return
  const members = await store.membersSeeing(ctx, branch_id, user_ids)
  if (user_ids.some(user_id => !members.has(user_id))) throw apiError('person.not_found')
  if (user_ids.some(user_id => !members.get(user_id))) throw apiError('task.assignee_blind')
}

/** Refuses the text of a document that the caller may not read, or of a log that is not in it. */
export async function requireText(
  ctx: MemberContext,
  { doc_id, log_id }: { doc_id: number; log_id?: number | undefined },
): Promise<void> {
  await requireReadable(ctx, doc_id)
  if (log_id !== undefined && !(await hasLog(ctx, { doc_id, log_id }))) throw apiError('log.not_found')
}

/** Refuses tasks that the caller may not see: they are missing for them [D6]. */
export async function requireSeen(ctx: MemberContext, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const seen = await store.seenAmong(ctx, ids)
  if (ids.some(id => !seen.has(id))) throw apiError('task.not_found')
}

/** A parent has no parent itself, and a task with children gets none. `ids` are the tasks that would get the parent. */
export async function requireParent(ctx: MemberContext, parent_id: number, ids: readonly number[]): Promise<void> {
  const [[parent], isParent] = await Promise.all([
    store.findTasks(ctx, [parent_id]),
    ids.length > 0 && store.hasChildren(ctx, ids),
  ])
  if (!parent) throw apiError('task.not_found')
  if (parent.parent_id !== null || isParent || ids.includes(parent_id)) throw apiError('task.parent_invalid')
}

/** Sets what tasks wait for. Nothing may wait for itself, over however many others. */
export async function setDependencies(
  ctx: MemberContext,
  ids: readonly number[],
  depends_on: readonly number[],
): Promise<void> {
  await requireSeen(ctx, depends_on)
  await store.lockDependencies(ctx)
  await store.replaceDependencies(ctx, ids, depends_on)
  if (await store.isInCycle(ctx, ids)) throw apiError('task.dependency_cycle')
}
