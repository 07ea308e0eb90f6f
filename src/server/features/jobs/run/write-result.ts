import type { Run, RunResult } from '#shared/contract/jobs/job'
import { ApiError } from '#shared/errors'
import type { AppContext } from '../../../platform/app-context'
import type { JobRun } from '../../../platform/jobs/job'
import { runAsPerson } from '../../../platform/run-as'
import { graphsOf } from '../../graphs/service'
import { writeForJob } from '../../logs/service'
import { keepWords, recordCopy, type StoredCopy, storeCopy } from '../../sources/service'
import { audienceOf } from '../audience'
import { tellLogbooksOfResult } from '../logbook-service'
import { lockRun, updateRun } from '../runs-store'
import * as store from '../store'
import { endOf } from './end-run'
import type { Observation } from './observe'
import { RunFailure } from './run-failure'
import { sendResult } from './send-result'

/**
 * Writes what a run found to the destinations of its job as the job's owner, and ends the run, in one transaction: all of it
 * happens, or nothing [D29]. Does nothing if the run has ended, or the job was deleted meanwhile.
 */
export async function writeResult(
  app: AppContext,
  { organization_id, run_id, job }: { organization_id: number; run_id: number; job: store.StoredJob },
  observation: Observation,
  assertOwned: JobRun['assertOwned'],
): Promise<void> {
  const { result, pictures, state, read, words, model, tokens } = observation
  const copies = new Map<string, StoredCopy>()
  if (result) {
    for (const { frame, visible, isMasked } of pictures)
      if (isMasked) copies.set(frame.id, await storeCopy(app, organization_id, frame, visible))
  }
  const discardCopies = () => Promise.all([...copies.values()].map(({ object_key }) => app.objects.delete(object_key)))
  try {
    const isWritten = await runAsPerson(app, { organization_id, user_id: job.owner_id }, async ctx => {
      const [now, run] = await Promise.all([store.lockStored(ctx, job.id), lockRun(ctx, run_id), assertOwned(ctx.tx)])
      if (!now || !run || run.status !== 'running') return false
      for (const copy of copies.values()) await recordCopy(ctx, copy, { job_id: job.id, name: job.name })
      await keepWords(ctx, words)
      const frame_ids = pictures.map(({ frame }) => copies.get(frame.id)?.id ?? frame.id)
      const logs: Run['logs'] = []
      let shown: RunResult | null = null
      let sent: Run['sent'] = []
      if (result) {
        shown = { ...result, frame_ids, labels: [] }
        for (const doc_id of job.write_ids) {
          const labels = await labelsIn(ctx, doc_id, result.labels)
          const title = result.title || job.name
          const log = await writeForJob(ctx, { doc_id, title, content: result.content, frame_ids, labels }, job.id)
          logs.push({ doc_id, log_id: log.id })
          if (log.labels.length > 0) shown = { ...shown, labels: log.labels }
        }
        sent = await sendResult(ctx, now, { run_id, title: result.title, content: result.content, logs })
      }
      const [audience] = await Promise.all([
        audienceOf(ctx, job.id),
        result && ctx.audit({ kind: 'job.wrote', subject: `job:${job.id}`, details: { run_id, logs, sent } }),
        updateRun(ctx, run_id, {
          status: 'succeeded',
          reason: null,
          ended_at: ctx.now,
          result: shown,
          logs,
          sent,
          read,
          model,
          tokens_input: tokens?.input ?? null,
          tokens_output: tokens?.output ?? null,
        }),
        store.updateJob(ctx, job.id, {
          failures: 0,
          last_success_at: run.started_at,
          look_state: JSON.stringify(state),
          ...endOf(ctx, now),
        }),
      ])
      ctx.record({ kind: 'job.run_changed', instruction_id: job.id, run_id, has_failed: false }, audience)
      tellLogbooksOfResult(ctx, now)
      return true
    })
    if (isWritten) app.metrics.runs.inc({ status: 'succeeded', reason: '' })
    else await discardCopies()
  } catch (error) {
    await discardCopies()
    // The owner may no longer write there: no reason to try again.
    if (error instanceof ApiError) throw new RunFailure('destination_gone', false, read, { cause: error })
    throw error
  }
}

/** Those labels that a logbook has; a job may write to several. */
async function labelsIn(
  ctx: Parameters<typeof graphsOf>[0],
  doc_id: number,
  labels: readonly { graph_id: number; label: number }[],
) {
  if (labels.length === 0) return []
  const graphs = await graphsOf(ctx, doc_id)
  return labels.filter(({ graph_id, label }) =>
    graphs.some(graph => graph.graph_id === graph_id && graph.labels[`${label}` as '0'] !== undefined),
  )
}
