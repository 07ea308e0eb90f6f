import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'
import type { AppContext } from '../../../platform/app-context'
import { job as backgroundJob, type JobRun } from '../../../platform/jobs/job'
import { enqueue } from '../../../platform/jobs/jobs'
import type { MemberContext } from '../../../platform/request-context'
import { NoMember, runAsSystem, type SystemContext } from '../../../platform/run-as'
import { audienceOf } from '../audience'
import { isWriting, tellLogbooks } from '../logbook-service'
import * as runs from '../runs-store'
import { isWithoutHours, missedTimes, nextTime, withOwnWorkingHours } from '../schedule'
import * as store from '../store'
import { endWithoutResult, pauseJob } from './end-run'
import { observe } from './observe'
import { RunFailure } from './run-failure'
import { writeResult } from './write-result'

/** How many runs one server works on at the same time. Most of a run is waiting for pictures and models. */
const concurrency = 16
/** The attempt after which a failure is final: three retries [D29]. */
const finalAttempt = 4
/** That a server was killed is no failure of its jobs, so a run is taken over more often than it is retried. */
const mostAttempts = 8
/** A run that begins this many milliseconds after its time was delayed by a server that was off [D29]. */
const lateAfter = 60_000

const PlannedInput = z.object({ organization_id: Id, job_id: Id, schedule_revision: z.int(), planned_at: Instant })
type PlannedInput = z.infer<typeof PlannedInput>

interface BegunRun {
  job: store.StoredJob
  run: runs.RunRow
}

/**
 * The background job for one planned time of a job. When it begins it stores the run, counts it, and enqueues the next
 * planned time, in one transaction, so that no planned time is lost or begun twice [D29].
 */
export const plannedRun = backgroundJob('jobs.planned', {
  input: PlannedInput,
  concurrency,
  retry: { attempts: mostAttempts, delaySeconds: 5 },
  async run(app, input, jobRun) {
    const begun = await runAsSystem(app, input.organization_id, async ctx => {
      const [, found] = await Promise.all([jobRun.assertOwned(ctx.tx), lockPlanned(ctx, input)])
      return beginPlanned(ctx, input, found)
    })
    if (!begun) return
    if (begun.run.attempts === 1)
      app.metrics.runLateness.observe((app.clock.now() - Date.parse(input.planned_at)) / 1_000)
    await perform(app, input.organization_id, begun, jobRun)
  },
  onGivenUp: (app, input) =>
    runAsSystem(app, input.organization_id, async ctx => {
      // Without a run, no attempt got as far as enqueuing the next planned time.
      const found = await lockPlanned(ctx, input)
      const run_id = found.known?.id ?? (await beginPlanned(ctx, input, found))?.run.id
      if (run_id !== undefined) await giveUp(ctx, run_id)
    }),
})

/** The background job for a run that somebody asked for. */
export const requestedRun = backgroundJob('jobs.requested', {
  input: z.object({ organization_id: Id, run_id: Id }),
  concurrency,
  retry: { attempts: 3, delaySeconds: 5 },
  async run(app, { organization_id, run_id }, jobRun) {
    const begun = await runAsSystem(app, organization_id, async ctx => {
      await jobRun.assertOwned(ctx.tx)
      return beginRequested(ctx, run_id)
    })
    if (begun) await perform(app, organization_id, begun, jobRun)
  },
  onGivenUp: (app, { organization_id, run_id }) => runAsSystem(app, organization_id, ctx => giveUp(ctx, run_id)),
})

/** Enqueues the next planned time of a job. */
export function enqueuePlanned(
  ctx: Pick<MemberContext | SystemContext, 'tx' | 'app' | 'afterCommit' | 'organization_id'>,
  { job_id, schedule_revision, planned_at }: { job_id: number; schedule_revision: number; planned_at: number },
): Promise<void> {
  const input = {
    organization_id: ctx.organization_id,
    job_id,
    schedule_revision,
    planned_at: new Date(planned_at).toISOString(),
  }
  return enqueue(ctx, plannedRun, input, { startAt: planned_at })
}

/**
 * The job of a planned time and its run, if it has one, both locked until the transaction ends. The second query is sent
 * with the first and runs after it, so that it sees the run of a server that held the job until then.
 */
async function lockPlanned(ctx: SystemContext, { job_id, planned_at }: PlannedInput) {
  const [job, known] = await Promise.all([store.lockStored(ctx, job_id), runs.findPlanned(ctx, job_id, planned_at)])
  return { job, known }
}

/** Undefined if the planned time no longer counts, or its run has ended. */
async function beginPlanned(
  ctx: SystemContext,
  { job_id, schedule_revision, planned_at }: PlannedInput,
  { job, known }: Awaited<ReturnType<typeof lockPlanned>>,
): Promise<BegunRun | undefined> {
  if (!job) return undefined
  if (known) return continueRun(ctx, job, known)
  if (job.schedule_revision !== schedule_revision || job.status !== 'active') return undefined
  const now = ctx.app.clock.now()
  const planned = Date.parse(planned_at)
  const { instruction_valid_till } = job.schedule
  const isOver =
    instruction_valid_till !== null && now > Date.parse(instruction_valid_till) && now - planned > lateAfter
  const counted = await withOwnWorkingHours(ctx, { ...job, executions: job.executions + 1 })
  if (isWithoutHours(counted)) {
    await pauseJob(ctx, job, 'no_working_hours')
    return undefined
  }
  const missed = missedTimes(counted, planned, now)?.count ?? 0
  const next = nextTime(counted, Math.max(planned, now))
  const begun = { ...counted, next_run_at: next === null ? null : new Date(next).toISOString() }
  const { executions, next_run_at } = begun
  const [run, audience] = await Promise.all([
    runs.insertPlannedRun(ctx, { job_id, planned_at, missed, isBegun: !isOver }),
    audienceOf(ctx, job_id),
    store.updateJob(ctx, job_id, { executions, next_run_at }),
    next !== null && enqueuePlanned(ctx, { job_id, schedule_revision, planned_at: next }),
  ])
  if (isOver) {
    await endWithoutResult(ctx, { job_id, run_id: run.id }, { reason: 'server_stopped', isSkip: true, read: null })
    return undefined
  }
  ctx.record({ kind: 'job.run_changed', instruction_id: job_id, run_id: run.id, has_failed: false }, audience, null)
  if (isWriting(ctx, job)) tellLogbooks(ctx, job)
  return { job: begun, run }
}

async function beginRequested(ctx: SystemContext, run_id: number): Promise<BegunRun | undefined> {
  const run = await runs.lockRun(ctx, run_id)
  const job = run && (await store.lockStored(ctx, run.job_id))
  return run && job && continueRun(ctx, job, run)
}

async function continueRun(ctx: SystemContext, job: store.StoredJob, run: runs.RunRow): Promise<BegunRun | undefined> {
  if (run.status !== 'queued' && run.status !== 'running') return undefined
  const begun = { ...run, started_at: run.started_at ?? ctx.now, attempts: run.attempts + 1 }
  const { started_at, attempts } = begun
  await runs.updateRun(ctx, run.id, { status: 'running', started_at, attempts })
  if (run.status === 'queued')
    ctx.record(
      { kind: 'job.run_changed', instruction_id: job.id, run_id: run.id, has_failed: false },
      await audienceOf(ctx, job.id),
      null,
    )
  if (run.status === 'queued' && isWriting(ctx, job)) tellLogbooks(ctx, job)
  return { job, run: begun }
}

/** One attempt. Throws what may pass, so that it is tried again; ends the run for everything else. */
async function perform(
  app: AppContext,
  organization_id: number,
  { job, run }: BegunRun,
  jobRun: JobRun,
): Promise<void> {
  const at = { job_id: job.id, run_id: run.id }
  const end = (failure: Parameters<typeof endWithoutResult>[2]) =>
    runAsSystem(app, organization_id, async ctx => {
      await jobRun.assertOwned(ctx.tx)
      await endWithoutResult(ctx, at, failure)
    })
  try {
    const since = job.last_success_at
    const observation = await observe(app, organization_id, job, { since, signal: jobRun.signal })
    jobRun.signal.throwIfAborted()
    await writeResult(app, { organization_id, run_id: run.id, job }, observation, tx => jobRun.assertOwned(tx))
  } catch (error) {
    if (error instanceof NoMember) return pauseWithoutOwner(app, organization_id, at, jobRun)
    if (!(error instanceof RunFailure)) throw error
    if (isFinal(error)) return end(error)
    if (run.attempts >= finalAttempt) {
      app.log.error({ err: error, ...at }, 'A run failed at its last attempt.')
      return end(error)
    }
    // Kept, so that the run can name it if this was the last attempt.
    await runAsSystem(app, organization_id, ctx =>
      runs.updateRun(ctx, run.id, { reason: error.reason, ...(error.read && { read: error.read }) }),
    )
    throw error
  }
}

const passing = ['no_picture', 'model_failed', 'model_slow', 'unexpected']
const isFinal = ({ reason, isSkip }: RunFailure) => isSkip || !passing.includes(reason)

/** Ends a run that no attempt has ended. */
async function giveUp(ctx: SystemContext, run_id: number): Promise<void> {
  const run = await runs.lockRun(ctx, run_id)
  if (!run) return
  const { job_id, reason, read } = run
  await endWithoutResult(ctx, { job_id, run_id }, { reason: reason ?? 'server_stopped', isSkip: false, read })
}

/** A job whose owner left has nobody's rights: it is paused until somebody takes it over. */
function pauseWithoutOwner(
  app: AppContext,
  organization_id: number,
  { job_id, run_id }: { job_id: number; run_id: number },
  jobRun: JobRun,
): Promise<void> {
  return runAsSystem(app, organization_id, async ctx => {
    await jobRun.assertOwned(ctx.tx)
    await endWithoutResult(ctx, { job_id, run_id }, { reason: 'not_allowed', isSkip: false, read: null })
    const job = await store.lockStored(ctx, job_id)
    if (job?.status === 'active') await pauseJob(ctx, job, 'owner_gone')
  })
}
