import { z } from 'zod'
import { Id } from '#shared/contract/common'
import { job } from '../../../platform/jobs/job'
import { enqueue, hasBacklog } from '../../../platform/jobs/jobs'
import type { MemberContext } from '../../../platform/request-context'
import { readAsSystem, runAsSystem } from '../../../platform/run-as'
import { insertAssignments, labelsOfLog } from '../labels-store'
import { chooseLabels } from './choose-labels'
import * as store from './store'

/** The most logs that may wait for labels; later ones get none. */
const backlogLimit = 100

/** Has Mate choose labels for a log that somebody wrote: to be taken with a click, or added at once [D22]. */
export const proposeLabelsJob = job('graphs.propose_labels', {
  input: z.object({ organization_id: Id, log_id: Id }),
  concurrency: 2,
  async run(app, { organization_id, log_id }, { signal, assertOwned }) {
    const log = await readAsSystem(app, organization_id, ctx =>
      store.findUnlabelled({ ...ctx, organization_id }, log_id),
    )
    if (!log || log.offered.length === 0) return
    const chosen = await chooseLabels(app, log, signal)
    signal.throwIfAborted()
    if (chosen.length === 0) return
    await runAsSystem(app, organization_id, async ctx => {
      await assertOwned(ctx.tx)
      // Somebody may have labelled or deleted it meanwhile.
      const now = await store.findUnlabelled(ctx, log_id)
      const open = chosen.filter(({ graph_id, label }) =>
        now?.offered.some(offered => offered.graph_id === graph_id && offered.label === label),
      )
      const { doc_id, created_at, created_by } = log
      const audience = { to: 'document', doc_id } as const
      const applied = open.filter(({ mate_labels }) => mate_labels === 'apply')
      if (applied.length > 0) {
        await insertAssignments(ctx, { doc_id, log_id, created_at }, applied)
        await ctx.audit({
          kind: 'mate.tool',
          subject: 'label_log',
          details: { input: { doc_id, log_id, labels: applied.map(({ text }) => text) } },
          ...(created_by !== null && { actor_id: created_by }),
        })
        const labels = await labelsOfLog(ctx, log_id)
        ctx.record({ kind: 'log.labelled', doc_id, log_id, labels }, audience, null)
      }
      const proposed = open.filter(({ mate_labels }) => mate_labels === 'propose')
      if (proposed.length === 0) return
      await store.insertProposals(ctx, log_id, proposed)
      const labels = await store.proposalsFor(ctx, log_id)
      ctx.record({ kind: 'log.labels_proposed', doc_id, log_id, labels }, audience, null)
    })
  },
})

/** Has Mate label a log that the caller writes into a logbook that says so. */
export async function enqueueProposal(ctx: MemberContext, log_id: number): Promise<void> {
  if (await hasBacklog(ctx, proposeLabelsJob, backlogLimit)) return
  await enqueue(ctx, proposeLabelsJob, { organization_id: ctx.organization_id, log_id })
}
