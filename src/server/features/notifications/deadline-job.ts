import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'
import { deadlineLeads } from '#shared/contract/notifications/endpoints'
import type { AppContext } from '../../platform/app-context'
import { job } from '../../platform/jobs/job'
import { enqueue } from '../../platform/jobs/jobs'
import type { BatchCleanup } from '../../platform/maintenance'
import { runAsSystem, type SystemContext } from '../../platform/run-as'
import { openTask } from '../tasks/service'
import { notify } from './notify'
import { remindedBefore } from './preferences-store'
import { lateKey, markPlanned, noteDeadline, unplannedDeadlines } from './store'

const minute = 60_000

/**
 * Reminds assignees of a task of its deadline [D38], if it is still open and has the same one: those who want to hear of it
 * that early, or earlier. Nobody is reminded twice.
 */
export const remindOfDeadline = job('notifications.deadline', {
  input: z.object({ organization_id: Id, task_id: Id, deadline: Instant, minutes: z.int().default(60) }),
  run: (app, { organization_id, task_id, deadline, minutes }) =>
    runAsSystem(app, organization_id, async ctx => {
      const task = await openTask(ctx, task_id)
      if (task?.deadline !== deadline || deadline <= ctx.now) return
      await notify(
        ctx,
        (await remindedBefore(ctx, task.assignees, minutes)).map(user_id => ({
          ...{ user_id, kind: 'deadline', actor_id: null, detail_id: null },
          ...{ subject_kind: 'task', subject_id: task_id, data: { title: task.title, deadline } },
          dedupe_key: `deadline:${task_id}:${deadline}`,
        })),
      )
    }),
})

/**
 * Notifies the assignees of a task that is still open when its deadline passes [D38]. Whoever was told that they are
 * planned to end it late knows already.
 */
export const notifyOfPassed = job('notifications.passed', {
  input: z.object({ organization_id: Id, task_id: Id, deadline: Instant }),
  run: (app, { organization_id, task_id, deadline }) =>
    runAsSystem(app, organization_id, async ctx => {
      const task = await openTask(ctx, task_id)
      if (task?.deadline !== deadline) return
      await notify(
        ctx,
        task.assignees.map(user_id => ({
          ...{ user_id, kind: 'deadline', actor_id: null, detail_id: null },
          ...{ subject_kind: 'task', subject_id: task_id, data: { title: task.title, deadline } },
          dedupe_key: lateKey(task_id, deadline),
        })),
      )
    }),
})

/** Plans the reminders of a task, and the notification that it is late, unless they are planned. */
export async function planReminder(ctx: SystemContext, task_id: number): Promise<void> {
  const { organization_id } = ctx
  const deadline = (await openTask(ctx, task_id))?.deadline
  if (!deadline) return
  if (!(await noteDeadline(ctx, task_id, deadline))) return
  const [due, now] = [Date.parse(deadline), Date.parse(ctx.now)]
  const startsAt = (minutes: number) => due - minutes * minute
  const ahead = deadlineLeads.filter(minutes => startsAt(minutes) > now)
  for (const minutes of ahead)
    await enqueue(
      ctx,
      remindOfDeadline,
      { organization_id, task_id, deadline, minutes },
      { startAt: startsAt(minutes) },
    )
  await enqueue(ctx, notifyOfPassed, { organization_id, task_id, deadline }, { startAt: Math.max(due, now) })
}

/** Tasks whose jobs are planned in one transaction. */
const batch = 100

/** Plans the jobs of deadlines that a former version left without one, such as those of {@link notifyOfPassed}. */
export const planForgotten =
  (app: AppContext): BatchCleanup =>
  async tx => {
    const forgotten = await unplannedDeadlines(tx, batch)
    const organization_id = forgotten[0]?.organization_id
    if (organization_id === undefined) return false
    const task_ids = forgotten.map(({ task_id }) => task_id)
    await runAsSystem(app, organization_id, async ctx => {
      for (const task_id of task_ids) await planReminder(ctx, task_id)
      await markPlanned(ctx, task_ids)
    })
    return true
  }
