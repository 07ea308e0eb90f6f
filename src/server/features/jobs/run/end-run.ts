import type { PauseCause, RunRead, RunReason } from '#shared/contract/jobs/job'
import { job as limits } from '#shared/contract/jobs/limits'
import type { SystemContext } from '../../../platform/run-as'
import { audienceOf } from '../audience'
import { isWriting, tellLogbooks } from '../logbook-service'
import { lockRun, updateRun } from '../runs-store'
import { type JobColumns, lockStored, type StoredJob, updateJob } from '../store'

/** The columns of a job whose last planned run ends; nothing for a job that goes on. */
export function endOf(
  { now }: Pick<SystemContext, 'now'>,
  { status, next_run_at, schedule, executions }: StoredJob,
): JobColumns {
  if (status !== 'active' || next_run_at !== null) return {}
  const { instruction_max_executions, instruction_valid_till } = schedule
  const isUsedUp = instruction_max_executions !== null && executions >= instruction_max_executions
  const isExpired = !isUsedUp && instruction_valid_till !== null
  return { status: isExpired ? 'expired' : 'completed', completed_at: now }
}

/** Pauses an active job without anybody having asked for it. Everybody who may see it learns of it. */
export async function pauseJob(
  ctx: Pick<SystemContext, 'tx' | 'now' | 'organization_id' | 'record'>,
  job: Pick<StoredJob, 'id' | 'schedule_revision' | 'write_ids'>,
  pause_cause: PauseCause,
): Promise<void> {
  await updateJob(ctx, job.id, {
    status: 'paused',
    pause_cause,
    pause_reason: null,
    next_run_at: null,
    schedule_revision: job.schedule_revision + 1,
  })
  ctx.record({ kind: 'job.changed', instruction_id: job.id }, await audienceOf(ctx, job.id), null)
  tellLogbooks(ctx, job)
}

/**
 * Ends a run without a result. A failure counts, and the fifth in a row pauses the job [D28]; a skip does not. Everybody
 * who may see the job learns of it.
 */
export async function endWithoutResult(
  ctx: SystemContext,
  { job_id, run_id }: { job_id: number; run_id: number },
  { reason, isSkip, read }: { reason: RunReason; isSkip: boolean; read: RunRead | null },
): Promise<void> {
  const job = await lockStored(ctx, job_id)
  const run = job && (await lockRun(ctx, run_id))
  if (!job || !run || (run.status !== 'running' && run.status !== 'queued')) return
  await updateRun(ctx, run_id, {
    status: isSkip ? 'skipped' : 'failed',
    reason,
    ended_at: ctx.now,
    ...(read && { read }),
  })
  const failures = isSkip ? job.failures : job.failures + 1
  const isPaused = job.status === 'active' && failures >= limits.failuresUntilPaused
  await updateJob(ctx, job_id, {
    failures,
    ...endOf(ctx, job),
    ...(isPaused && {
      status: 'paused',
      pause_cause: 'failures',
      pause_reason: null,
      completed_at: null,
      next_run_at: null,
      schedule_revision: job.schedule_revision + 1,
    }),
  })
  await ctx.audit({
    kind: isSkip ? 'job.skipped' : 'job.failed',
    subject: `job:${job_id}`,
    details: { run_id, reason },
  })
  ctx.afterCommit(() => ctx.app.metrics.runs.inc({ status: isSkip ? 'skipped' : 'failed', reason }))
  const audience = await audienceOf(ctx, job_id)
  ctx.record({ kind: 'job.run_changed', instruction_id: job_id, run_id, has_failed: !isSkip }, audience, null)
  if (isPaused) ctx.record({ kind: 'job.changed', instruction_id: job_id }, audience, null)
  if (!isSkip || isWriting(ctx, job)) tellLogbooks(ctx, job)
}
