import { TaskCard } from '#shared/contract/tasks/task'
import type { Audience } from '../../platform/events'
import type { MemberContext } from '../../platform/request-context'
import { type Seers, seersOf } from './store'
import { cardFrom } from './task-from'
import type { CardRow } from './task-sql'

type SeersOfTasks = ReadonlyMap<number, Seers>

/** Who may see a task, by name for a task of a closed branch. */
export const audienceFor = (seers: Seers | undefined): Audience =>
  seers?.everyone ? { to: 'organisation' } : { to: 'users', user_ids: seers?.user_ids ?? [] }

/**
 * Announces changed tasks to those who may see them, and to those who could `before` and no longer can that they are
 * gone. Whoever can still see a task receives the removal first, then the task.
 */
export async function announce(ctx: MemberContext, rows: readonly CardRow[], before?: SeersOfTasks): Promise<void> {
  const after = await seersOf(
    ctx,
    rows.map(row => row.id),
  )
  for (const row of rows) {
    const lost = lostSight(before?.get(row.id), after.get(row.id))
    if (lost) ctx.record({ kind: 'task.removed', task_id: row.id }, lost)
    ctx.record(
      { kind: 'task.changed', task_id: row.id, task: TaskCard.parse(cardFrom(row)) },
      audienceFor(after.get(row.id)),
    )
  }
}

function lostSight(before: Seers | undefined, after: Seers | undefined): Audience | null {
  if (!before || after?.everyone) return null
  if (before.everyone) return { to: 'organisation' }
  const user_ids = before.user_ids.filter(user_id => !after?.user_ids.includes(user_id))
  return user_ids.length === 0 ? null : { to: 'users', user_ids }
}
