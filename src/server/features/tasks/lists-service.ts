import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { Id } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import type {
  BranchTasks,
  listBranchTasks,
  listMyTasks,
  listTaskHistory,
  TaskGroup,
  tasksByIds,
} from '#shared/contract/tasks/endpoints'
import { task as limits } from '#shared/contract/tasks/limits'
import type { Task, TaskCard, TaskChange } from '#shared/contract/tasks/task'
import { TaskStatus } from '#shared/rules/task-status'
import { createCursor } from '../../platform/cursor'
import { dayIn } from '../../platform/day'
import { personFrom } from '../../platform/people/person'
import type { MemberContext } from '../../platform/request-context'
import { branchesFor } from '../organisations/service'
import { listChanges } from './changes-store'
import * as lists from './lists-store'
import { requireBranch, requireSeen } from './rights'
import { findTasks } from './store'
import { cardFrom, taskFrom } from './task-from'

const places = createCursor<lists.TaskPlace>(z.object({ rank: z.number(), urgency: z.int().min(0).max(3), id: Id }))
const placeOf = ({ rank, urgency, id }: lists.PlacedCard): lists.TaskPlace => ({ rank, urgency, id })

/** The tasks of a branch in groups [9.1a, 7.7b]. */
export async function ofBranch(ctx: MemberContext, body: Body<typeof listBranchTasks>): Promise<BranchTasks> {
  const { branch_id, group_by, is_archive, query, group, after } = body
  await requireBranch(ctx, branch_id)
  const page = { limit: limits.groupPage + 1, after: places.read(after) }
  const [rows, counts] = await Promise.all([
    lists.listBoard(ctx, { branch_id, group_by, is_archive, query, group, ...page }),
    lists.countOf(ctx, branch_id, startOfToday(ctx)),
  ])
  const byGroup = new Map<string, lists.BoardRow[]>()
  for (const row of rows) byGroup.set(row.in_group, [...(byGroup.get(row.in_group) ?? []), row])
  const groups = [...byGroup].map(([key, members]): TaskGroup => {
    const { shown, next_cursor } = places.cut(members, limits.groupPage, placeOf)
    const [first] = members
    return {
      group: key,
      name: first?.group_name ?? '',
      count: first?.group_count ?? 0,
      tasks: shown.map(cardFrom),
      next_cursor,
    }
  })
  return { branch_id, group_by, groups: groups.sort(byColumn), ...counts }
}

/** How many tasks are open in each space that the caller may see [D4]. */
export async function counts(ctx: MemberContext): Promise<{ branch_id: number; open_count: number }[]> {
  const branches = await branchesFor(ctx)
  return lists.openIn(
    ctx,
    branches.map(branch => branch.id),
  )
}

const statuses: readonly string[] = TaskStatus.options

/** Columns in the order of the lifecycle, roles and people by name, and what has none last. */
function byColumn(one: TaskGroup, other: TaskGroup): number {
  const isNone = (group: TaskGroup) => (group.group === 'none' ? 1 : 0)
  return (
    isNone(one) - isNone(other) ||
    statuses.indexOf(one.group) - statuses.indexOf(other.group) ||
    one.name.localeCompare(other.name) ||
    Number(one.group) - Number(other.group)
  )
}

function startOfToday({ app, caller }: MemberContext): string {
  const today = Temporal.Instant.fromEpochMilliseconds(app.clock.now()).toZonedDateTimeISO(caller.timezone)
  return dayIn(caller.timezone, today.toPlainDate().toString()).from
}

/** The tasks that are assigned to the caller, for My Tasks [D17]. */
export async function mine(ctx: MemberContext, body: Body<typeof listMyTasks>): Promise<Page<TaskCard>> {
  const { is_archive, status, query, cursor, limit } = body
  const rows = await lists.listMine(ctx, { is_archive, status, query, after: places.read(cursor), limit: limit + 1 })
  const { shown, next_cursor } = places.cut(rows, limit, placeOf)
  return { items: shown.map(cardFrom), next_cursor }
}

export async function byIds(ctx: MemberContext, { task_ids }: Body<typeof tasksByIds>): Promise<Task[]> {
  return (await findTasks(ctx, [...new Set(task_ids)])).map(taskFrom)
}

const changes = createCursor(z.object({ id: Id }))

/** Who changed what of a task, newest first. */
export async function history(ctx: MemberContext, body: Body<typeof listTaskHistory>): Promise<Page<TaskChange>> {
  const { task_id, cursor, limit } = body
  await requireSeen(ctx, [task_id])
  const rows = await listChanges(ctx, task_id, { after: changes.read(cursor), limit: limit + 1 })
  const { shown, next_cursor } = changes.cut(rows, limit, ({ id }) => ({ id }))
  const items = await Promise.all(
    shown.map(async ({ id, field, person, changed_at, was, became }) => ({
      id,
      task_id,
      changed_by: person && (await personFrom(ctx, person)),
      changed_at,
      field,
      from: was,
      to: became,
    })),
  )
  return { items, next_cursor }
}
