import { z } from 'zod'
import { Id } from '#shared/contract/common'
import { document as limits } from '#shared/contract/documents/limits'
import { job } from '../../../platform/jobs/job'
import { enqueue } from '../../../platform/jobs/jobs'
import { runAsSystem, type SystemContext } from '../../../platform/run-as'
import { lockContentAsSystem } from '../versions-store'
import { cut } from './cut'
import { lockPage, type PageRow } from './pages-store'

const CutInput = z.object({ organization_id: Id, doc_id: Id })

/** Cuts a version of a page once nobody has written in it for a moment [D46]. */
export const cutPage = job('documents.cut_page', {
  input: CutInput,
  run: (app, { organization_id, doc_id }) =>
    runAsSystem(app, organization_id, async ctx => {
      const held = await lockContentAsSystem(ctx, doc_id)
      const page = held && (await lockPage(ctx, doc_id))
      if (!held || !page?.begun_at || !page.written_at) return
      const due = Math.min(Date.parse(page.written_at) + limits.pause, Date.parse(page.begun_at) + limits.longestRun)
      if (due > Date.parse(ctx.now)) await enqueue(ctx, cutPage, { organization_id, doc_id }, { startAt: due })
      else await cut(ctx, held, page)
    }),
})

/** Plans the cut for a change that was just made, unless an earlier change of the same run did. */
export async function planCut(
  ctx: Pick<SystemContext, 'tx' | 'app' | 'organization_id' | 'now' | 'afterCommit'>,
  doc_id: number,
  { begun_at }: PageRow,
): Promise<void> {
  const now = Date.parse(ctx.now)
  // A cut that failed for good is planned again.
  if (begun_at !== null && now - Date.parse(begun_at) < 2 * limits.longestRun) return
  await enqueue(ctx, cutPage, { organization_id: ctx.organization_id, doc_id }, { startAt: now + limits.pause })
}
