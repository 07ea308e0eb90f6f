import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'
import { job } from '../../platform/jobs/job'
import { enqueue } from '../../platform/jobs/jobs'
import { portsOf } from '../../platform/registry'
import { runAsSystem, type SystemContext } from '../../platform/run-as'
import { type Crossing, exceededBy, nextEnd, undercutSince } from '../graphs/service'
import { notify } from './notify'

const ThresholdInput = z.object({ organization_id: Id, threshold_id: Id, set_at: Instant, end: Instant })

/**
 * Compares the number of an hour, a day or a week that has ended with a threshold that notifies of low numbers [D22, D38],
 * and plans the same for the next one. It ends when the threshold gets another value, whose own job is planned then.
 */
export const notifyOfLow = job('notifications.threshold', {
  input: ThresholdInput,
  run: (app, { organization_id, ...input }) =>
    runAsSystem(app, organization_id, async ctx => {
      const found = await undercutSince(ctx, input)
      if (!found) return
      if (found.crossing) await notifyOfCrossing(ctx, found.crossing)
      await planAt(ctx, { ...input, end: found.next })
    }),
})

const planAt = (ctx: SystemContext, input: { threshold_id: number; set_at: string; end: string }) =>
  enqueue(ctx, notifyOfLow, { organization_id: ctx.organization_id, ...input }, { startAt: Date.parse(input.end) })

/** Plans the first comparison of a threshold that was set, if it notifies of low numbers. */
export async function planComparison(ctx: SystemContext, threshold_id: number, set_at: string): Promise<void> {
  const end = await nextEnd(ctx, threshold_id)
  if (end !== null) await planAt(ctx, { threshold_id, set_at, end })
}

/** Notifies of the thresholds that are exceeded with a log. */
export async function notifyOfExceeded(ctx: SystemContext, log_id: number): Promise<void> {
  for (const crossing of await exceededBy(ctx, log_id)) await notifyOfCrossing(ctx, crossing)
}

/** Notifies those who watch a threshold and may read the graph now, once for each hour, day or week. */
async function notifyOfCrossing(ctx: SystemContext, crossing: Crossing): Promise<void> {
  const { threshold_id, doc_id, graph_id, graph, label, label_text, side, value, unit, set_at, from, watchers } =
    crossing
  const readers = await portsOf(ctx.app).readersOf(ctx.tx, ctx.organization_id, doc_id, ctx.now)
  await notify(
    ctx,
    watchers
      .filter(user_id => readers.everyone || readers.user_ids.has(user_id))
      .map(user_id => ({
        ...{ user_id, kind: 'graph_threshold', actor_id: null, subject_kind: 'graph', subject_id: doc_id },
        ...{ detail_id: graph_id, dedupe_key: `threshold:${threshold_id}:${set_at}:${from}` },
        data: { title: graph, count: crossing.count, threshold: { side, value, unit, label, label_text, from } },
      })),
  )
}
