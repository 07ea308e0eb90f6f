import type { MemberContext } from '../../platform/request-context'
import { audienceOf } from './audience'
import { pauseJob } from './run/end-run'
import { enqueuePlanned } from './run/planned-run'
import { isWithoutHours, nextTime, withOwnWorkingHours } from './schedule'
import * as store from './store'

/** Plans the jobs anew that run within the working hours of a person; those that can never run then are paused. */
export async function workingHoursChanged(ctx: MemberContext, user_id: number): Promise<void> {
  for (const job_id of await store.activeWithinHoursOf(ctx, user_id)) {
    const job = await store.lockStored(ctx, job_id)
    if (job?.status !== 'active') continue
    const planned = await withOwnWorkingHours(ctx, job)
    const next = nextTime(planned, Date.parse(ctx.now))
    if (next === null && isWithoutHours(planned)) {
      await pauseJob(ctx, job, 'no_working_hours')
      continue
    }
    const schedule_revision = job.schedule_revision + 1
    await store.updateJob(ctx, job_id, {
      schedule_revision,
      next_run_at: next === null ? null : new Date(next).toISOString(),
      // Its validity ends before the person works again.
      ...(next === null && { status: 'expired', completed_at: ctx.now }),
    })
    if (next !== null) await enqueuePlanned(ctx, { job_id, schedule_revision, planned_at: next })
    ctx.record({ kind: 'job.changed', instruction_id: job_id }, await audienceOf(ctx, job_id))
  }
}
