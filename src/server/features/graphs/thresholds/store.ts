import { type RawBuilder, sql } from 'kysely'
import type { PlotUnit } from '#shared/contract/graphs/endpoints'
import type { Threshold, ThresholdSide } from '#shared/contract/graphs/thresholds'
import type { Tx } from '../../../platform/database/connection'
import type { PersonRow } from '../../../platform/people/person-columns'
import { personJson } from '../../../platform/people/person-json'
import type { MemberContext } from '../../../platform/request-context'
import { memberRule, members, type Rights, readable, rights } from '../../access/document-sql'

/** What a person sets. */
export type Settings = Pick<Threshold, 'label' | 'side' | 'value' | 'unit'>

/** A threshold of a graph that the caller may read, with their rights on its logbook. */
export interface ThresholdRow extends Settings, Rights {
  threshold_id: number
  graph_id: number
  doc_id: number
  zone: string
  author: PersonRow | null
  created_at: string
  is_watched: boolean
  watcher_ids: number[]
}

async function thresholds(ctx: MemberContext, which: RawBuilder<unknown>): Promise<ThresholdRow[]> {
  const watchers = sql`from graph_threshold_watchers w`
  const ofThreshold = sql`w.organization_id = t.organization_id and w.threshold_id = t.id`
  const { rows } = await sql<ThresholdRow>`
    select t.id as threshold_id, t.graph_id, g.logbook_id as doc_id, t.label, t.side, t.value, t.unit, t.zone,
      ${personJson('u')} as author, t.created_at, (
        select coalesce(json_agg(w.user_id order by w.user_id), '[]') ${watchers}
        join ${members(ctx.organization_id)} on m.user_id = w.user_id
        where ${ofThreshold} and ${memberRule(ctx.now).readable}
      ) as watcher_ids,
      exists (select ${watchers} where ${ofThreshold} and w.user_id = ${ctx.caller.user_id}) as is_watched, ${rights(ctx)}
    from graph_thresholds t
    join graphs g on g.organization_id = t.organization_id and g.id = t.graph_id
    join documents d on d.organization_id = g.organization_id and d.id = g.logbook_id
    left join users u on u.id = t.author_id
    where t.organization_id = ${ctx.organization_id} and ${which} and ${readable(ctx)}
    order by t.label, t.value, t.id`.execute(ctx.tx)
  return rows
}

/** The thresholds of a graph that are not deleted, by label and value. */
export const listThresholds = (ctx: MemberContext, graph_id: number): Promise<ThresholdRow[]> =>
  thresholds(ctx, sql`t.graph_id = ${graph_id} and t.deleted_at is null`)

/** A threshold that is not deleted; with `deletedSince`, one that was deleted after that instant. */
export async function findThreshold(
  ctx: MemberContext,
  threshold_id: number,
  deletedSince?: string,
): Promise<ThresholdRow | undefined> {
  const state = deletedSince ? sql`t.deleted_at > ${deletedSince}::timestamptz` : sql`t.deleted_at is null`
  return (await thresholds(ctx, sql`t.id = ${threshold_id} and ${state}`))[0]
}

/** How many thresholds of a graph are not deleted. */
export async function countThresholds(ctx: MemberContext, graph_id: number): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from graph_thresholds t
    where t.organization_id = ${ctx.organization_id} and t.graph_id = ${graph_id} and t.deleted_at is null`.execute(
    ctx.tx,
  )
  return rows[0]?.found ?? 0
}

export async function insertThreshold(
  { tx, organization_id, caller, now }: MemberContext,
  graph_id: number,
  settings: Settings & { zone: string; since: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('graph_thresholds')
    .values({
      ...{ organization_id, graph_id, ...settings, author_id: caller.user_id, created_at: now, set_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const oneOf = ({ tx, organization_id }: MemberContext, threshold_id: number) =>
  tx.updateTable('graph_thresholds').where('organization_id', '=', organization_id).where('id', '=', threshold_id)

export async function updateThreshold(
  ctx: MemberContext,
  threshold_id: number,
  settings: Settings & { since: string },
): Promise<void> {
  await oneOf(ctx, threshold_id)
    .set({ ...settings, set_at: ctx.now })
    .execute()
}

/** Marks a threshold as deleted at an instant, or with null as not deleted. */
export async function setDeleted(ctx: MemberContext, threshold_id: number, deleted_at: string | null): Promise<void> {
  await oneOf(ctx, threshold_id).set({ deleted_at }).execute()
}

/** Begins or ends to notify people. */
export async function setWatched(
  { tx, organization_id }: MemberContext,
  threshold_id: number,
  user_ids: readonly number[],
  isWatched: boolean,
): Promise<void> {
  if (user_ids.length === 0) return
  if (isWatched)
    await tx
      .insertInto('graph_threshold_watchers')
      .values(user_ids.map(user_id => ({ organization_id, threshold_id, user_id })))
      .onConflict(conflict => conflict.doNothing())
      .execute()
  else
    await tx
      .deleteFrom('graph_threshold_watchers')
      .where('organization_id', '=', organization_id)
      .where('threshold_id', '=', threshold_id)
      .where('user_id', 'in', user_ids)
      .execute()
}

/** Removes a batch of thresholds that were deleted before an instant, as the owner of the database. */
export async function removeDeleted(tx: Tx, before: string, batch: number): Promise<number> {
  const { rows } = await sql`
    delete from graph_thresholds where (organization_id, id) in (
      select organization_id, id from graph_thresholds where deleted_at < ${before}::timestamptz limit ${batch}
    ) returning id`.execute(tx)
  return rows.length
}

/** A threshold as it is compared with the numbers of its graph. */
export interface WatchedThreshold {
  threshold_id: number
  doc_id: number
  graph_id: number
  graph: string
  label: number
  label_text: string
  side: ThresholdSide
  value: number
  unit: PlotUnit
  zone: string
  set_at: string
  since: string
  is_deleted: boolean
  watchers: number[]
}

type Context = Pick<MemberContext, 'tx' | 'organization_id'>

const watched = (from: RawBuilder<unknown>, more = sql``) => sql`
  select t.id as threshold_id, g.logbook_id as doc_id, t.graph_id, g.name as graph, t.label, n.text as label_text, t.side,
    t.value, t.unit, t.zone, t.set_at, t.since, t.deleted_at is not null as is_deleted, (
      select coalesce(json_agg(w.user_id order by w.user_id), '[]') from graph_threshold_watchers w
      where w.organization_id = t.organization_id and w.threshold_id = t.id
    ) as watchers ${more}
  from ${from}
  join graphs g on g.organization_id = t.organization_id and g.id = t.graph_id
  join graph_labels n on n.organization_id = t.organization_id and n.graph_id = t.graph_id and n.label = t.label`

/** The thresholds that a log of these labels may have exceeded, with the time of the log. */
export async function exceededBy(
  { tx, organization_id }: Context,
  log_id: number,
): Promise<(WatchedThreshold & { at: string })[]> {
  const { rows } = await sql<WatchedThreshold & { at: string }>`
    ${watched(
      sql`log_labels m join graph_thresholds t
        on t.organization_id = m.organization_id and t.graph_id = m.graph_id and t.label = m.label`,
      sql`, m.created_at as at`,
    )}
    where m.organization_id = ${organization_id} and m.log_id = ${log_id} and t.side = 'above' and t.deleted_at is null
    order by t.id`.execute(tx)
  return rows
}

/** A threshold, also a deleted one that can be brought back. */
export async function watchedThreshold(
  { tx, organization_id }: Context,
  threshold_id: number,
): Promise<WatchedThreshold | undefined> {
  const { rows } = await sql<WatchedThreshold>`
    ${watched(sql`graph_thresholds t`)} where t.organization_id = ${organization_id} and t.id = ${threshold_id}`.execute(
    tx,
  )
  return rows[0]
}
