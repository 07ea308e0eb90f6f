import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'
import { hour } from '#shared/limits'
import { job } from '../../platform/jobs/job'
import { enqueue } from '../../platform/jobs/jobs'
import { runAsSystem, type SystemContext } from '../../platform/run-as'
import { openTask } from '../tasks/service'
import { notify } from './notify'
import { noteDeadline } from './store'

/** How long before a deadline people are reminded: the first of these that is still ahead. */
const ahead = [24 * hour, hour]

/** Reminds the assignees of a task of its deadline [D38], if it is still open and has the same one. */
export const remindOfDeadline = job('notifications.deadline', {
  input: z.object({ organization_id: Id, task_id: Id, deadline: Instant }),
  run: (app, { organization_id, task_id, deadline }) =>
    runAsSystem(app, organization_id, async ctx => {
      const task = await openTask(ctx, task_id)
      if (task?.deadline !== deadline || deadline <= ctx.now) return
      await notify(
        ctx,
        task.assignees.map(user_id => ({
          ...{ user_id, kind: 'deadline', actor_id: null, detail_id: null },
          ...{ subject_kind: 'task', subject_id: task_id, data: { title: task.title, deadline } },
          dedupe_key: `deadline:${task_id}:${deadline}`,
        })),
      )
    }),
})

/** Plans the reminder of a task, unless it is planned. */
export async function planReminder(ctx: SystemContext, task_id: number): Promise<void> {
  const { organization_id } = ctx
  const deadline = (await openTask(ctx, task_id))?.deadline
  if (!deadline) return
  const startAt = ahead.map(before => Date.parse(deadline) - before).find(time => time > Date.parse(ctx.now))
  if (startAt === undefined || !(await noteDeadline(ctx, task_id, deadline))) return
  await enqueue(ctx, remindOfDeadline, { organization_id, task_id, deadline }, { startAt })
}
