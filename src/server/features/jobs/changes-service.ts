import { z } from 'zod'
import type { Body, Page } from '#shared/contract/endpoint'
import type { listJobChanges, readJobUsage } from '#shared/contract/jobs/endpoints'
import type { JobChange, JobUsage } from '#shared/contract/jobs/job'
import { apiError } from '#shared/errors'
import { createCursor } from '../../platform/cursor'
import { dayIn, monthIn } from '../../platform/day'
import { personFrom } from '../../platform/people/person'
import type { MemberContext } from '../../platform/request-context'
import * as store from './changes-store'
import { findJob } from './store'

const cursor = createCursor(z.object({ revision: z.int() }))

/** Who changed a job when, and what it was before, the newest first. For everybody who may see the job. */
export async function changes(ctx: MemberContext, body: Body<typeof listJobChanges>): Promise<Page<JobChange>> {
  const { instruction_id, limit } = body
  if (!(await findJob(ctx, instruction_id))) throw apiError('job.not_found')
  const rows = await store.listRevisions(ctx, instruction_id, { after: cursor.read(body.cursor), limit: limit + 1 })
  const { shown, next_cursor } = cursor.cut(rows, limit, ({ revision }) => ({ revision }))
  const items = await Promise.all(
    shown.map(async ({ writer, ...row }) => ({ ...row, changed_by: writer && (await personFrom(ctx, writer)) })),
  )
  return { items, next_cursor }
}

/** What the runs of a job took since the first day of the month in its time zone. */
export async function usage(ctx: MemberContext, { instruction_id }: Body<typeof readJobUsage>): Promise<JobUsage> {
  const job = await findJob(ctx, instruction_id)
  if (!job) throw apiError('job.not_found')
  const zone = job.schedule.timezone
  const month = monthIn(zone, ctx.app.clock.now())
  const used = await store.usageSince(ctx, instruction_id, dayIn(zone, `${month}-01`).from)
  const prices = ctx.app.settings.MODEL_PRICES
  const cost = prices ? (used.tokens_input * prices.input + used.tokens_output * prices.output) / 1_000_000 : null
  const { runs, failed, seconds, tokens_input: input, tokens_output: output } = used
  return { month, runs, failed, seconds, tokens: { input, output }, cost, currency: prices?.currency ?? null }
}
