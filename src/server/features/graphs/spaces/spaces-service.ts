import { Temporal } from 'temporal-polyfill'
import type { Body } from '#shared/contract/endpoint'
import { graph as limits } from '#shared/contract/graphs/limits'
import type { listSpaceGraphs, listSpacesOfGraph, pinToSpace, SpaceGraph } from '#shared/contract/graphs/spaces'
import { apiError } from '#shared/errors'
import type { MemberContext } from '../../../platform/request-context'
import { recordDocumentViews } from '../../audit/service'
import { requireRight } from '../../documents/service'
import { branchesFor } from '../../organisations/service'
import { boundaries } from '../boundaries'
import { graphFrom, requireGraph } from '../graphs-service'
import { countIn } from '../plot-service'
import { countLabelled } from '../plot-store'
import { graphsOfSpace, lockGraph } from '../store'
import * as store from './store'

/** The days that a space shows of a graph. */
const shownDays = 7

/** The graphs of a space [D4]: those of them whose logbooks the caller may read. */
export async function list(
  ctx: MemberContext,
  { branch_id, zone = ctx.caller.timezone }: Body<typeof listSpaceGraphs>,
): Promise<SpaceGraph[]> {
  await requireSpace(ctx, branch_id)
  const edges = lastDays(ctx.now, zone)
  const rows = await graphsOfSpace(ctx, branch_id, limits.perSpace)
  recordDocumentViews(
    ctx,
    rows.map(row => row.logbook_id),
  )
  return Promise.all(
    rows.map(async row => {
      const [graph, { buckets, totals }, log_count] = await Promise.all([
        graphFrom(ctx, row),
        countIn(ctx, row, edges),
        countLabelled(ctx, row.id, edges),
      ])
      const [from, to] = [edges.at(0) ?? ctx.now, edges.at(-1) ?? ctx.now]
      return {
        ...graph,
        logbook_name: row.logbook_name,
        plot: { unit: 'day', zone, from, to, buckets },
        totals,
        log_count,
      }
    }),
  )
}

function lastDays(now: string, zone: string): string[] {
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(zone).startOfDay()
  const from = today
    .subtract({ days: shownDays - 1 })
    .toInstant()
    .toString()
  return boundaries({ from, to: now, unit: 'day', zone }, shownDays + 1) ?? []
}

/** The spaces of a graph, as far as the caller may see them [D3]. */
export async function ofGraph(ctx: MemberContext, { graph_id }: Body<typeof listSpacesOfGraph>): Promise<number[]> {
  const [, spaces, visible] = await Promise.all([
    requireGraph(ctx, graph_id),
    store.spacesOf(ctx, graph_id),
    branchesFor(ctx),
  ])
  return spaces.filter(id => visible.some(branch => branch.id === id))
}

export async function pin(
  ctx: MemberContext,
  { graph_id, branch_id, is_pinned }: Body<typeof pinToSpace>,
): Promise<number[]> {
  const [, graph] = await Promise.all([lockGraph(ctx, graph_id), requireGraph(ctx, graph_id)])
  requireRight(graph, 'editable')
  await requireSpace(ctx, branch_id)
  if (!is_pinned) await store.unpin(ctx, { graph_id, branch_id })
  else if (!(await store.pin(ctx, { graph_id, branch_id }, limits.perSpace))) throw apiError('graph.space_full')
  const doc_id = graph.logbook_id
  ctx.record({ kind: 'graph.changed', graph_id, doc_id }, { to: 'document', doc_id })
  return ofGraph(ctx, { graph_id })
}

/** Refuses a space that the caller may not see as missing [D6]. */
async function requireSpace(ctx: MemberContext, branch_id: number): Promise<void> {
  if (!(await branchesFor(ctx)).some(branch => branch.id === branch_id)) throw apiError('branch.not_found')
}
