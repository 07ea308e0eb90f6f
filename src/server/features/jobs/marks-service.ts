import type { Body } from '#shared/contract/endpoint'
import type { listRunMarks, RunMark } from '#shared/contract/jobs/endpoints'
import { apiError } from '#shared/errors'
import type { MemberContext } from '../../platform/request-context'
import { isVisible, requireRange } from '../sources/service'
import { marksOf } from './marks-store'

/** When jobs that the caller may see fired on a source. Refuses with `source.not_found` if they may not see it. */
export async function marks(ctx: MemberContext, { source, ...range }: Body<typeof listRunMarks>): Promise<RunMark[]> {
  requireRange(range)
  if (!(await isVisible(ctx, source))) throw apiError('source.not_found')
  return marksOf(ctx, source, range)
}
