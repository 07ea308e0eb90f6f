import type { TaskGroup, TaskGrouping } from '#shared/contract/tasks/endpoints'
import type { Task, TaskCard } from '#shared/contract/tasks/task'
import { TaskStatus } from '#shared/rules/task-status'

const urgency = { urgent: 0, high: 1, normal: 2, low: 3 } as const

/** The order of lists, as the server has it: open tasks by deadline and priority, then done ones, the newest first. */
export function compareTasks(one: TaskCard, other: TaskCard): number {
  return rankOf(one) - rankOf(other) || urgency[one.priority] - urgency[other.priority] || one.id - other.id
}

function rankOf({ deadline, done_at }: TaskCard): number {
  if (done_at !== null) return 2e15 - Date.parse(done_at)
  return deadline === null ? 1e15 : Date.parse(deadline)
}

/** Puts a task into a list in its place, or takes it out of a list that it does not belong to. */
export function placed(items: TaskCard[], card: TaskCard, isHere: boolean): TaskCard[] {
  const known = items.find(item => item.id === card.id)
  if (known && known.updated_at > card.updated_at) return items
  if (!known && !isHere) return items
  const others = items.filter(item => item.id !== card.id)
  return isHere ? [...others, card].sort(compareTasks) : others
}

/** Roles with their people, as the directory of the workspace has them. */
export type RolesWithPeople = readonly { role_id: number; users: readonly { user_id: number }[] }[]

/** The columns of a board that hold a task; the server forms them by the same rule. */
export function columnsOf(card: TaskCard, group_by: TaskGrouping, roles: RolesWithPeople): string[] {
  if (group_by === 'statuswise') return [card.status]
  if (card.status === 'done' && card.archived_at === null) return []
  if (group_by === 'userwise') return card.assignees.length > 0 ? card.assignees.map(String) : ['none']
  const [first] = card.assignees
  const role = card.role_id ?? roles.find(({ users }) => users.some(({ user_id }) => user_id === first))?.role_id
  return [role === undefined ? 'none' : String(role)]
}

/** The groups of a board with a task in the columns where it belongs now, as far as these are shown. */
export function withCard(groups: readonly TaskGroup[], card: TaskCard, columns: readonly string[]): TaskGroup[] {
  return groups.map(group => {
    const was = group.tasks.some(task => task.id === card.id)
    const is = columns.includes(group.group)
    if (!was && !is) return group
    return { ...group, tasks: placed(group.tasks, card, is), count: group.count + Number(is) - Number(was) }
  })
}

/** Fields of a task that a person changes with one action, as the server takes them. */
export type Fields = Partial<
  Pick<
    Task,
    | 'title'
    | 'description'
    | 'status'
    | 'priority'
    | 'assignees'
    | 'branch_id'
    | 'role_id'
    | 'labels'
    | 'estimate_minutes'
    | 'deadline'
    | 'fixed_start_time'
    | 'start_after_time'
    | 'parent_id'
    | 'depends_on'
    | 'checklist'
    | 'repeat'
  >
> & { archived?: boolean; file_ids?: string[] }

/** What cards show of changed fields before the server answers. */
export function changed<T extends TaskCard>(card: T, { archived, file_ids, ...fields }: Fields, now: string): T {
  const { status, checklist } = fields
  return {
    ...card,
    ...fields,
    ...(status && { done_at: status === 'done' ? (card.done_at ?? now) : null }),
    ...(checklist && { points: checklist.length, points_done: checklist.filter(point => point.is_done).length }),
    ...(archived !== undefined && { archived_at: archived ? now : null }),
  }
}

/** The fields of a task as they are, for taking a change back. */
export function fieldsOf(card: TaskCard, names: readonly (keyof Fields)[]): Fields {
  const all: Fields = { ...card, archived: card.archived_at !== null }
  return Object.fromEntries(names.map(name => [name, all[name]]))
}

/** Statuses in the order of the lifecycle, with blocked before done. */
export const statuses: readonly TaskStatus[] = TaskStatus.options
