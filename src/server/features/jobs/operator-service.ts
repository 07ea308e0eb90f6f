import type { Body } from '#shared/contract/endpoint'
import type { OperatorsJob, operateJob } from '#shared/contract/jobs/endpoints'
import { apiError } from '#shared/errors'
import { enqueue } from '../../platform/jobs/jobs'
import type { OrganizationContext, UserContext } from '../../platform/request-context'
import { isSuperUser } from '../profile/service'
import { audienceOf } from './audience'
import { pauseJob } from './run/end-run'
import { enqueuePlanned, requestedRun } from './run/planned-run'
import * as runs from './runs-store'
import { nextTime, withOwnWorkingHours } from './schedule'
import * as store from './store'

/**
 * What an operator of the server does with a job of any organisation [7.25]: looks whether it runs, pauses or resumes it,
 * or runs it once. They learn nothing of what it reads and writes, and each call is in the audit log of the organisation.
 */
export async function operate(
  ctx: UserContext,
  { instruction_id, of_organization, action }: Body<typeof operateJob>,
): Promise<OperatorsJob> {
  if (!(await isSuperUser(ctx))) throw apiError('permission.missing')
  const inside = await ctx.enter(of_organization)
  const job = await store.lockStored(inside, instruction_id)
  if (!job) throw apiError('job.not_found')
  const run = await perform(inside, job, action)
  await inside.audit({ kind: 'operator.job', subject: `job:${instruction_id}`, details: { action } })
  const { name, status, pause_cause, next_run_at, failures } = (await store.lockStored(inside, instruction_id)) ?? job
  return {
    ...{
      instruction_id,
      organization_id: of_organization,
      instruction_text: name,
      status,
      pause_cause,
      next_run_at,
      failures,
    },
    run: run && { run_id: run.id, status: run.status, planned_at: run.planned_at },
  }
}

async function perform(
  ctx: OrganizationContext,
  job: store.StoredJob,
  action: Body<typeof operateJob>['action'],
): Promise<runs.RunRow | null> {
  if (action === 'pause' && job.status === 'active') await pauseJob(ctx, job, 'operator')
  if (action === 'resume' && job.status === 'paused') await resume(ctx, job)
  if (action !== 'run') return null
  if (await runs.isRunning(ctx, job.id)) throw apiError('job.is_running')
  const run = await runs.insertRun(ctx, { job_id: job.id, kind: 'adhoc', planned_at: null })
  await enqueue(ctx, requestedRun, { organization_id: ctx.organization_id, run_id: run.id })
  ctx.record(
    { kind: 'job.run_changed', instruction_id: job.id, run_id: run.id, has_failed: false },
    await audienceOf(ctx, job.id),
  )
  return run
}

async function resume(ctx: OrganizationContext, job: store.StoredJob): Promise<void> {
  const next = nextTime(await withOwnWorkingHours(ctx, job), Date.parse(ctx.now))
  if (next === null) throw apiError('job.never_runs')
  const schedule_revision = job.schedule_revision + 1
  await enqueuePlanned(ctx, { job_id: job.id, schedule_revision, planned_at: next })
  await store.updateJob(ctx, job.id, {
    status: 'active',
    pause_cause: null,
    pause_reason: null,
    failures: 0,
    schedule_revision,
    next_run_at: new Date(next).toISOString(),
  })
  ctx.record({ kind: 'job.changed', instruction_id: job.id }, await audienceOf(ctx, job.id))
}
