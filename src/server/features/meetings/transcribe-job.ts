import { z } from 'zod'
import { Id } from '#shared/contract/common'
import { job } from '../../platform/jobs/job'
import { enqueue } from '../../platform/jobs/jobs'
import type { MemberContext } from '../../platform/request-context'
import { readAsSystem, runAsSystem } from '../../platform/run-as'
import { statusEvent } from './status'
import { Transcription } from './transcription'
import * as store from './transcription-store'

/** Transcribes a recording that is not done or failed yet. */
export const transcribe = job('meetings.transcribe', {
  input: z.object({ organization_id: Id, doc_id: Id }),
  concurrency: 2,
  retry: { attempts: 3, delaySeconds: 1 },
  isPrioritized: true,
  run: (app, recording, jobRun) => new Transcription(app, recording, jobRun).run(),
  isNeeded: (app, { organization_id, doc_id }) =>
    readAsSystem(app, organization_id, async ({ tx }) => {
      const recording = await store.findUnfinished({ tx, organization_id }, doc_id)
      return recording !== undefined && !recording.is_deleted
    }),
  onGivenUp: (app, { organization_id, doc_id }) =>
    runAsSystem(app, organization_id, async ctx => {
      const row = await store.finish(ctx, doc_id, 'internal')
      if (row) ctx.record(statusEvent(row), { to: 'document', doc_id }, null)
    }),
})

/** Recordings of guests wait until no recording of a member does. */
export function enqueueTranscription(ctx: MemberContext, doc_id: number): Promise<void> {
  const { organization_id, member } = ctx
  return enqueue(ctx, transcribe, { organization_id, doc_id }, { priority: member.is_guest ? -1 : 0 })
}
