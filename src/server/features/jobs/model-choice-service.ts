import type { Answer, Body } from '#shared/contract/endpoint'
import type { listModels, setJobModel } from '#shared/contract/jobs/endpoints'
import type { Job } from '#shared/contract/jobs/job'
import { apiError } from '#shared/errors'
import type { MemberContext } from '../../platform/request-context'
import { lockEditable } from './jobs-service'
import { change } from './pictures-service'

/** The models that a job may ask; the first one is asked by jobs that choose none. */
export const list = async ({ app }: MemberContext): Promise<Answer<typeof listModels>> => [...app.models.keys()]

/** Chooses the model of a job; null for the one of the server. */
export async function choose(ctx: MemberContext, { instruction_id, model }: Body<typeof setJobModel>): Promise<Job> {
  const row = await lockEditable(ctx, instruction_id)
  if (model !== null && !ctx.app.models.has(model)) throw apiError('job.model_unknown')
  return change(ctx, row, { model }, { model: row.model })
}
