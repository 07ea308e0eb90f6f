import { planLimits } from '#shared/rules/plans'
import type { PlanChange, PlanChangeContext } from '../../platform/departure'
import { audienceOf } from './audience'
import { tellLogbooks } from './logbook-service'
import { pauseJob } from './run/end-run'
import { enqueuePlanned } from './run/planned-run'
import { nextTime, withOwnWorkingHours } from './schedule'
import * as store from './store'

/**
 * Pauses the active jobs beyond the plan, the newest ones first, and starts those again for which there is room, the
 * oldest ones first [D31]. Jobs that somebody paused stay paused.
 */
export const limitJobs: PlanChange = async (ctx, plan_id) => {
  const most = planLimits[plan_id].active_jobs ?? Number.POSITIVE_INFINITY
  const active = await store.lockActiveJobs(ctx)
  for (const job of active.slice(most)) await pauseJob(ctx, job, 'plan')
  let room = most - active.length
  for (const job of room > 0 ? await store.lockPausedByPlan(ctx) : []) {
    if (room <= 0) return
    if (await startAgain(ctx, job)) room -= 1
  }
}

/** False if the job has no time left at which it could run; then people see it as it is. */
async function startAgain(ctx: PlanChangeContext, job: store.StoredJob): Promise<boolean> {
  const next = nextTime(await withOwnWorkingHours(ctx, job), Date.parse(ctx.now))
  if (next === null) return false
  const schedule_revision = job.schedule_revision + 1
  await enqueuePlanned(ctx, { job_id: job.id, schedule_revision, planned_at: next })
  await store.updateJob(ctx, job.id, {
    status: 'active',
    pause_cause: null,
    next_run_at: new Date(next).toISOString(),
    schedule_revision,
    failures: 0,
  })
  ctx.record({ kind: 'job.changed', instruction_id: job.id }, await audienceOf(ctx, job.id), null)
  tellLogbooks(ctx, job)
  return true
}
