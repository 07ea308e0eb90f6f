import { z } from 'zod'
import { Id } from '#shared/contract/common'
import { perApp } from '../../platform/app-context'
import { job } from '../../platform/jobs/job'
import { enqueue } from '../../platform/jobs/jobs'
import { NoMember, runAsPerson, runAsSystem, type SystemContext } from '../../platform/run-as'
import { ownDeadlines } from '../planning/service'
import { notify } from './notify'
import { lateKey } from './store'

/** Milliseconds for which further changes of a plan may come before it is looked at. */
const settleTime = 30_000
/** How often a plan is looked at without a change, because time passes. Milliseconds. */
const lookInterval = 3_600_000

const LateInput = z.object({ organization_id: Id, user_id: Id })
type LateInput = z.infer<typeof LateInput>

/**
 * Notifies a person of tasks that are now planned to end after their deadline [D15, D38], once for each deadline of a task,
 * and looks again later while a deadline is ahead.
 */
export const notifyOfLate = job('notifications.late', {
  input: LateInput,
  run: async (app, input) => {
    const { organization_id, user_id } = input
    const deadlines = await runAsPerson(app, input, ownDeadlines).catch(error => {
      if (error instanceof NoMember) return []
      throw error
    })
    await runAsSystem(app, organization_id, async ctx => {
      await notify(
        ctx,
        deadlines
          .filter(({ late_minutes }) => late_minutes > 0)
          .map(({ task_id, title, deadline, late_minutes }) => ({
            ...{ user_id, kind: 'deadline', actor_id: null, detail_id: null },
            ...{ subject_kind: 'task', subject_id: task_id, data: { title, deadline, late_minutes } },
            dedupe_key: lateKey(task_id, deadline),
          })),
      )
      if (deadlines.some(({ late_minutes }) => late_minutes === 0)) await planAt(ctx, input, lookInterval)
    })
  },
})

/** When the next job for a person that this server planned begins. Losing it costs one more job. */
const planned = perApp(() => new Map<string, number>())

/** Plans a job that begins after some time, unless one is planned that begins before. */
async function planAt(ctx: SystemContext, input: LateInput, within: number): Promise<void> {
  const key = `${input.organization_id} ${input.user_id}`
  const [now, due] = [Date.parse(ctx.now), planned(ctx.app).get(key) ?? 0]
  if (due > now && due <= now + within) return
  const startAt = now + within
  await enqueue(ctx, notifyOfLate, input, { startAt })
  ctx.afterCommit(() => void planned(ctx.app).set(key, startAt))
}

/** Looks soon at the plans of people that may have changed. */
export async function lookAtPlans(ctx: SystemContext, user_ids: readonly number[]): Promise<void> {
  for (const user_id of user_ids) await planAt(ctx, { organization_id: ctx.organization_id, user_id }, settleTime)
}
