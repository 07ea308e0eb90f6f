import type { Body } from '#shared/contract/endpoint'
import { threshold as limits } from '#shared/contract/graphs/limits'
import type {
  addThreshold,
  changeThreshold,
  deleteThreshold,
  listThresholds,
  restoreThreshold,
  Threshold,
  watchThreshold,
} from '#shared/contract/graphs/thresholds'
import { apiError } from '#shared/errors'
import { day } from '#shared/limits'
import type { BatchCleanup } from '../../../platform/maintenance'
import { personFrom } from '../../../platform/people/person'
import type { MemberContext } from '../../../platform/request-context'
import { readersAmong } from '../../access/document-sql'
import { requireRight } from '../../documents/service'
import { requireGraph } from '../graphs-service'
import { type GraphRow, lockGraph } from '../store'
import { bucketAround, countsOf } from './crossings'
import * as store from './store'

/** How long a deleted threshold can be brought back. */
const deletedKept = day
/** Thresholds that one step of the cleanup removes. */
const batch = 1_000

const isOwn = (ctx: MemberContext, { author }: store.ThresholdRow) => author?.user_id === ctx.caller.user_id
const isEditable = (ctx: MemberContext, row: store.ThresholdRow) => row.managed || (row.writable && isOwn(ctx, row))

const thresholdFrom = async (ctx: MemberContext, row: store.ThresholdRow): Promise<Threshold> => ({
  threshold_id: row.threshold_id,
  graph_id: row.graph_id,
  label: row.label,
  side: row.side,
  value: row.value,
  unit: row.unit,
  zone: row.zone,
  author: row.author && (await personFrom(ctx, row.author)),
  created_at: row.created_at,
  is_editable: isEditable(ctx, row),
  is_watched: row.is_watched,
  watcher_ids: row.watcher_ids,
})

export async function list(ctx: MemberContext, { graph_id }: Body<typeof listThresholds>): Promise<Threshold[]> {
  const [, rows] = await Promise.all([requireGraph(ctx, graph_id), store.listThresholds(ctx, graph_id)])
  return Promise.all(rows.map(row => thresholdFrom(ctx, row)))
}

export async function add(
  ctx: MemberContext,
  { graph_id, zone = ctx.caller.timezone, watchers, ...settings }: Body<typeof addThreshold>,
): Promise<Threshold> {
  const [, graph] = await Promise.all([lockGraph(ctx, graph_id), requireGraph(ctx, graph_id)])
  requireRight(graph, 'writable')
  requireLabel(graph, settings)
  await requireRoom(ctx, graph_id)
  const since = await firstTime(ctx, { graph_id, zone, ...settings })
  const threshold_id = await store.insertThreshold(ctx, graph_id, { ...settings, zone, since })
  await setWatchers(ctx, { threshold_id, doc_id: graph.logbook_id }, [
    { user_id: ctx.caller.user_id, is_watching: true },
    ...watchers,
  ])
  return announced(ctx, threshold_id, ctx.now)
}

export async function change(
  ctx: MemberContext,
  { threshold_id, watchers, ...settings }: Body<typeof changeThreshold>,
): Promise<Threshold> {
  const row = requireEditable(ctx, await store.findThreshold(ctx, threshold_id))
  requireLabel(await requireGraph(ctx, row.graph_id), settings)
  const isNew = valuesOf(settings) !== valuesOf(row)
  if (isNew) {
    const since = await firstTime(ctx, { ...row, ...settings })
    await store.updateThreshold(ctx, threshold_id, { ...settings, since })
  }
  await setWatchers(ctx, row, watchers)
  await auditForeign(ctx, row, 'threshold.changed')
  return announced(ctx, threshold_id, isNew ? ctx.now : null)
}

export async function watch(
  ctx: MemberContext,
  { threshold_id, is_watched }: Body<typeof watchThreshold>,
): Promise<Threshold> {
  const row = requireFound(await store.findThreshold(ctx, threshold_id))
  if (row.is_watched === is_watched) return thresholdFrom(ctx, row)
  await store.setWatched(ctx, threshold_id, [ctx.caller.user_id], is_watched)
  return announced(ctx, threshold_id)
}

export async function remove(ctx: MemberContext, { threshold_id }: Body<typeof deleteThreshold>): Promise<null> {
  const row = requireEditable(ctx, await store.findThreshold(ctx, threshold_id))
  await store.setDeleted(ctx, threshold_id, ctx.now)
  await auditForeign(ctx, row, 'threshold.deleted')
  announce(ctx, row)
  return null
}

export async function restore(ctx: MemberContext, { threshold_id }: Body<typeof restoreThreshold>): Promise<Threshold> {
  const since = new Date(Date.parse(ctx.now) - deletedKept).toISOString()
  const row = requireEditable(ctx, await store.findThreshold(ctx, threshold_id, since))
  await lockGraph(ctx, row.graph_id)
  await requireRoom(ctx, row.graph_id)
  await store.setDeleted(ctx, threshold_id, null)
  await auditForeign(ctx, row, 'threshold.restored')
  return announced(ctx, threshold_id)
}

const valuesOf = ({ label, side, value, unit }: store.Settings) => [label, side, value, unit].join()

/** Only people who may read the graph begin to be notified; everybody can be left out. The last word on a person counts. */
async function setWatchers(
  ctx: MemberContext,
  { threshold_id, doc_id }: Pick<store.ThresholdRow, 'threshold_id' | 'doc_id'>,
  watchers: Body<typeof changeThreshold>['watchers'],
): Promise<void> {
  const chosen = new Map(watchers.map(({ user_id, is_watching }) => [user_id, is_watching]))
  const those = (isWatching: boolean) => [...chosen].flatMap(([id, is]) => (is === isWatching ? id : []))
  const added = those(true)
  if ((await readersAmong(ctx, doc_id, added)).length < added.length) throw apiError('threshold.watcher_blind')
  await store.setWatched(ctx, threshold_id, added, true)
  await store.setWatched(ctx, threshold_id, those(false), false)
}

/**
 * The start of the first hour, day or week that can cross a new threshold: the present one, unless it is already above. So
 * nobody is notified of what was so before.
 */
async function firstTime(
  ctx: MemberContext,
  { graph_id, zone, label, side, value, unit }: store.Settings & { graph_id: number; zone: string },
): Promise<string> {
  const { from, to } = bucketAround(ctx.now, { unit, zone })
  const [count = 0] = await countsOf(ctx, { graph_id, label }, [from, to])
  return side === 'above' && count > value ? to : from
}

function requireLabel({ labels }: Pick<GraphRow, 'labels'>, { label }: Pick<store.Settings, 'label'>): void {
  if (!(String(label) in labels)) throw apiError('label.not_found')
}

async function requireRoom(ctx: MemberContext, graph_id: number): Promise<void> {
  if ((await store.countThresholds(ctx, graph_id)) >= limits.perGraph) throw apiError('threshold.too_many')
}

/** A threshold of a logbook that the caller may not read does not exist for them [D6]. */
function requireFound(row: store.ThresholdRow | undefined): store.ThresholdRow {
  if (!row) throw apiError('threshold.not_found')
  return row
}

function requireEditable(ctx: MemberContext, found: store.ThresholdRow | undefined): store.ThresholdRow {
  const row = requireFound(found)
  requireRight(row, 'writable')
  if (!isEditable(ctx, row)) throw apiError('threshold.not_yours')
  return row
}

/** Tells everybody who may read the graph to read its thresholds again. */
function announce(
  ctx: MemberContext,
  { graph_id, doc_id, threshold_id }: store.ThresholdRow,
  set_at: string | null = null,
): void {
  ctx.record({ kind: 'graph.threshold_changed', graph_id, doc_id, threshold_id, set_at }, { to: 'document', doc_id })
}

async function announced(ctx: MemberContext, threshold_id: number, set_at: string | null = null): Promise<Threshold> {
  const row = requireFound(await store.findThreshold(ctx, threshold_id))
  announce(ctx, row, set_at)
  return thresholdFrom(ctx, row)
}

/** Keeps who changed what somebody else set. */
async function auditForeign(ctx: MemberContext, row: store.ThresholdRow, kind: string): Promise<void> {
  if (isOwn(ctx, row)) return
  await ctx.audit({ kind, subject: `graph:${row.graph_id}`, details: { author: row.author?.user_id } })
}

/** Removes thresholds that were deleted too long ago to be brought back. */
export const deletedThresholds: BatchCleanup = async (tx, now) =>
  (await store.removeDeleted(tx, new Date(now - deletedKept).toISOString(), batch)) === batch
