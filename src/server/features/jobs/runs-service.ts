import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import type { judgeRun, listRunMarks, listRuns, RunMark, runJob, syncJob } from '#shared/contract/jobs/endpoints'
import type { Run } from '#shared/contract/jobs/job'
import { apiError } from '#shared/errors'
import { createCursor } from '../../platform/cursor'
import { enqueue } from '../../platform/jobs/jobs'
import type { MemberContext } from '../../platform/request-context'
import { isVisible, requireRange } from '../sources/service'
import { audienceOf } from './audience'
import { withWords } from './job-from'
import { lockEditable } from './jobs-service'
import { marksOf } from './marks-store'
import { requestedRun } from './run/planned-run'
import * as runs from './runs-store'
import { findJob } from './store'

const cursor = createCursor(z.object({ at: Instant, id: Id }))

export async function list(ctx: MemberContext, body: Body<typeof listRuns>): Promise<Page<Run>> {
  const { instruction_id, limit } = body
  if (!(await findJob(ctx, instruction_id))) throw apiError('job.not_found')
  const rows = await runs.listRuns(ctx, instruction_id, { after: cursor.read(body.cursor), limit: limit + 1 })
  const { shown, next_cursor } = cursor.cut(rows, limit, row => ({ at: row.created_at, id: row.id }))
  return { items: await withWords(ctx, shown.map(runs.runFrom)), next_cursor }
}

/** Everybody who sees the job may say whether a result is right. The last word counts. */
export async function judge(
  ctx: MemberContext,
  { instruction_id, run_id, verdict }: Body<typeof judgeRun>,
): Promise<Run> {
  if (!(await findJob(ctx, instruction_id))) throw apiError('job.not_found')
  const run = await runs.lockRun(ctx, run_id)
  if (run?.job_id !== instruction_id) throw apiError('job.run_not_found')
  if (run.result === null) throw apiError('job.nothing_to_judge')
  const judged_by = verdict === null ? null : ctx.caller.user_id
  await runs.updateRun(ctx, run_id, { verdict, judged_by })
  await ctx.audit({ kind: 'job.run_judged', subject: `job:${instruction_id}`, details: { run_id, verdict } })
  ctx.record(
    { kind: 'job.run_changed', instruction_id, run_id, has_failed: false },
    await audienceOf(ctx, instruction_id),
  )
  const judged = runs.runFrom({ ...run, verdict })
  return (await withWords(ctx, [judged]))[0] ?? judged
}

/** When jobs that the caller may see fired on a source. Refuses with `source.not_found` if they may not see it. */
export async function marks(ctx: MemberContext, { source, ...range }: Body<typeof listRunMarks>): Promise<RunMark[]> {
  requireRange(range)
  if (!(await isVisible(ctx, source))) throw apiError('source.not_found')
  return marksOf(ctx, source, range)
}

/** Runs a job once, now, with the rights of its owner. One run of a job at a time. */
export function runNow(ctx: MemberContext, { instruction_id }: Body<typeof runJob>): Promise<Run> {
  return request(ctx, instruction_id, () => ({ kind: 'adhoc', planned_at: null }))
}

/** Makes up for the newest planned time that failed or was skipped. */
export function sync(ctx: MemberContext, { instruction_id }: Body<typeof syncJob>): Promise<Run> {
  return request(ctx, instruction_id, async () => {
    const planned_at = await runs.newestUnmet(ctx, instruction_id)
    if (planned_at === undefined) throw apiError('job.nothing_to_sync')
    return { kind: 'sync', planned_at }
  })
}

type Requested = { kind: 'adhoc' | 'sync'; planned_at: string | null }

async function request(
  ctx: MemberContext,
  instruction_id: number,
  what: () => Requested | Promise<Requested>,
): Promise<Run> {
  await lockEditable(ctx, instruction_id)
  if (await runs.isRunning(ctx, instruction_id)) throw apiError('job.is_running')
  const run = await runs.insertRun(ctx, { job_id: instruction_id, ...(await what()) })
  await enqueue(ctx, requestedRun, { organization_id: ctx.organization_id, run_id: run.id })
  await ctx.audit({ kind: 'job.run_requested', subject: `job:${instruction_id}`, details: { kind: run.kind } })
  const audience = await audienceOf(ctx, instruction_id)
  ctx.record({ kind: 'job.run_changed', instruction_id, run_id: run.id, has_failed: false }, audience)
  return runs.runFrom(run)
}
