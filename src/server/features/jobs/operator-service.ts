import type { Body } from '#shared/contract/endpoint'
import type { OperatorsJob, operateJob } from '#shared/contract/jobs/endpoints'
import { ApiError, apiError, type ErrorCode } from '#shared/errors'
import { enqueue } from '../../platform/jobs/jobs'
import type { OrganizationContext, UserContext } from '../../platform/request-context'
import { runAsSystem, type SystemContext } from '../../platform/run-as'
import { organisationMadeAt } from '../organisations/service'
import { isSuperUser } from '../profile/service'
import { audienceOf } from './audience'
import { pauseJob } from './run/end-run'
import { enqueuePlanned, requestedRun } from './run/planned-run'
import * as runs from './runs-store'
import { nextTime, withOwnWorkingHours } from './schedule'
import * as store from './store'

/**
 * What an operator of the server does with a job of any organisation [7.25]: looks whether it runs, pauses or resumes it,
 * or runs it once. They learn nothing of what it reads and writes. Each call is in the audit log of the organisation, one
 * that is refused or fails with its error code.
 */
export async function operate(ctx: UserContext, call: Body<typeof operateJob>): Promise<OperatorsJob> {
  const { instruction_id, of_organization, action } = call
  if (!(await isSuperUser(ctx))) throw apiError('permission.missing')
  // Whatever nobody expected leaves its words in the log of the server alone.
  ctx.afterRollback(() => recordFailure(ctx, call))
  const inside = await ctx.enter(of_organization)
  const job = await store.lockStored(inside, instruction_id)
  if (!job) return refuse(ctx, call, apiError('job.not_found'))
  const run = await perform(inside, job, action).catch(error => {
    // Refusals come before anything is written.
    if (error instanceof ApiError) return refuse(ctx, call, error)
    throw error
  })
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

/** In a transaction of its own, because that of the call is over. */
function recordFailure(
  { app, caller, ip, request_id }: UserContext,
  { instruction_id, of_organization, action }: Body<typeof operateJob>,
): Promise<void> {
  const record = async (ctx: SystemContext) => {
    const isThere = (await organisationMadeAt(ctx.tx, of_organization)) !== undefined
    if (!isThere) return
    const details = { action, error: 'server.error' satisfies ErrorCode }
    await ctx.audit({ kind: 'operator.job', subject: `job:${instruction_id}`, details, actor_id: caller.user_id })
  }
  return runAsSystem(app, of_organization, record, { ip, request_id })
}

/**
 * Refuses a call of an operator after recording it. Where no organisation has the number, the entry belongs to none, so that
 * an organisation that gets the number later does not find it.
 */
async function refuse(
  ctx: UserContext,
  { instruction_id, of_organization, action }: Body<typeof operateJob>,
  refusal: ApiError,
): Promise<never> {
  const isThere = (await organisationMadeAt(ctx.tx, of_organization)) !== undefined
  await ctx.audit({
    kind: 'operator.job',
    subject: `job:${instruction_id}`,
    details: { action, error: refusal.code, ...(!isThere && { of_organization }) },
    ...(isThere && { organization_id: of_organization }),
  })
  throw refusal.keepingWrites()
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
