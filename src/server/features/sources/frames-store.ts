import { type RawBuilder, sql } from 'kysely'
import type { Source } from '#shared/contract/sources/endpoints'
import { frames } from '#shared/contract/sources/limits'
import { limitOf } from '../../platform/cursor'
import type { Tx } from '../../platform/database/connection'
import type { MemberContext } from '../../platform/request-context'
import { cameraVisible, screenVisible } from './access-store'

export interface FrameRow {
  id: string
  source_kind: 'screen' | 'camera'
  source_id: number
  taken_at: string
  object_key: string
  kept: boolean
}

/** The viewer of a picture: a person, or a job by its name. */
export type FrameViewer = { user_id: number } | { job_id: number; name: string }

export const idOf = (source: Source) => (source.kind === 'screen' ? source.user_id : source.camera_id)

/** Days for which pictures of screens are kept [D34]. */
const screenDays = sql.lit(frames.retentionDays)

/**
 * True for a picture `f` that has not expired, of a source that keeps pictures for `days`, and for one that a log
 * keeps.
 */
const isInTime = (now: string, days: RawBuilder<unknown>) =>
  sql<boolean>`(f.kept or f.taken_at >= ${now}::timestamptz - make_interval(days => ${days}::int))`

/**
 * The newest picture of the source `kind`, `subject`, to be joined laterally: columns `frame_id`, `object_key`,
 * `taken_at`, `kept`. A camera is the row `c`.
 */
export const newestFrame = (
  { organization_id, now }: Pick<MemberContext, 'organization_id' | 'now'>,
  kind: Source['kind'],
  subject: 's.user_id' | 'c.id',
) => sql`lateral (
  select f.id as frame_id, f.object_key, f.taken_at, f.kept from frames f
  where f.organization_id = ${organization_id} and f.source_kind = ${sql.lit(kind)} and f.source_id = ${sql.ref(subject)}
    and ${isInTime(now, kind === 'camera' ? sql`c.kept_days` : screenDays)}
  order by f.taken_at desc, f.id desc limit 1
)`

export interface NewFrame {
  id: string
  source: Source
  taken_at: string
  object_key: string
  bytes: number
}

/** Stores a picture and its current viewers, in one statement. */
export async function insertFrame(
  tx: Tx,
  organization_id: number,
  frame: NewFrame,
  onlookers: readonly FrameViewer[],
): Promise<void> {
  const seen = viewColumns(onlookers)
  await sql`
    with kept as (
      insert into frames (organization_id, id, source_kind, source_id, taken_at, object_key, bytes)
      values (${organization_id}, ${frame.id}, ${frame.source.kind}, ${idOf(frame.source)}, ${frame.taken_at},
        ${frame.object_key}, ${frame.bytes})
      returning organization_id, id
    )
    insert into frame_views (organization_id, frame_id, viewer_kind, viewer_id, name, at)
    select kept.organization_id, kept.id, v.kind, v.id, v.name, ${frame.taken_at}::timestamptz
    from kept, unnest(${seen.kinds}::text[], ${seen.ids}::bigint[], ${seen.names}::text[]) as v (kind, id, name)
    -- Jobs that are tried out before they are saved all have the number 0.
    on conflict do nothing
  `.execute(tx)
}

function viewColumns(onlookers: readonly FrameViewer[]) {
  return {
    kinds: onlookers.map(onlooker => ('user_id' in onlooker ? 'person' : 'job')),
    ids: onlookers.map(onlooker => ('user_id' in onlooker ? onlooker.user_id : onlooker.job_id)),
    names: onlookers.map(onlooker => ('user_id' in onlooker ? null : onlooker.name)),
  }
}

/** Records that somebody was shown pictures; each only the first time. */
export async function insertViews(
  tx: Tx,
  organization_id: number,
  { frame_ids, onlookers, at }: { frame_ids: readonly string[]; onlookers: readonly FrameViewer[]; at: string },
): Promise<void> {
  if (onlookers.length === 0) return
  const seen = viewColumns(onlookers)
  await sql`
    insert into frame_views (organization_id, frame_id, viewer_kind, viewer_id, name, at)
    select f.organization_id, f.id, v.kind, v.id, v.name, ${at}::timestamptz
    from unnest(${seen.kinds}::text[], ${seen.ids}::bigint[], ${seen.names}::text[]) as v (kind, id, name), (
      -- Whoever deletes one of them is waited for: it is not there then, instead of being gone halfway.
      select * from frames where organization_id = ${organization_id} and id = any(${frame_ids}::uuid[])
      order by id for key share
    ) f
    on conflict do nothing`.execute(tx)
}

/** Joins the screen `s` or the camera `c` of a picture `f`. */
export const frameSources = ({ organization_id }: MemberContext) => sql`
    left join (
      select u.id as user_id, s.to_organisation from users u
      left join screens s on s.organization_id = ${organization_id} and s.user_id = u.id
    ) s on f.source_kind = 'screen' and s.user_id = f.source_id
    left join cameras c on f.source_kind = 'camera' and c.organization_id = f.organization_id and c.id = f.source_id`

/**
 * Whether the caller may see a picture `f` of {@link frameSources}. Those of a deleted camera can be seen while they are
 * kept.
 */
export const frameVisible = (ctx: MemberContext) => sql<boolean>`
  ((s.user_id is not null and ${isInTime(ctx.now, screenDays)} and ${screenVisible(ctx)})
    or (c.id is not null and (c.deleted_at is null or f.kept) and ${isInTime(ctx.now, sql`c.kept_days`)}
      and ${cameraVisible(ctx)}))`

/** Pictures by their ids that the caller may see, in the order of the ids. */
export async function visibleFrames(ctx: MemberContext, ids: readonly string[]): Promise<FrameRow[]> {
  const { rows } = await sql<FrameRow>`
    select f.id, f.source_kind, f.source_id, f.taken_at, f.object_key, f.kept
    from frames f ${frameSources(ctx)}
    where f.organization_id = ${ctx.organization_id} and f.id = any(${ids}::uuid[]) and ${frameVisible(ctx)}
    order by array_position(${ids}::uuid[], f.id)`.execute(ctx.tx)
  return rows
}

/** Keeps pictures beyond their time; returns how many of them still exist. */
export async function keepFrames(ctx: MemberContext, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`
    update frames set kept = true where organization_id = ${ctx.organization_id} and id = any(${ids}::uuid[])
    returning 1`.execute(ctx.tx)
  return rows.length
}

export interface OwnFrameRow extends FrameRow {
  seen_by: { name: string; is_job: boolean; at: string }[]
}

interface PageOfFrames {
  from?: string | undefined
  to?: string | undefined
  after?: { at: string; id: string } | undefined
  limit: number
}

/** The condition of the unexpired pictures `f` of a source. */
export function unexpiredOf({ organization_id, now }: MemberContext, source: Source) {
  const days =
    source.kind === 'screen'
      ? screenDays
      : sql`(select c.kept_days from cameras c where c.organization_id = ${organization_id} and c.id = ${source.camera_id})`
  return sql`f.organization_id = ${organization_id} and f.source_kind = ${sql.lit(source.kind)}
      and f.source_id = ${idOf(source)} and ${isInTime(now, days)}`
}

/** The condition and order of the unexpired pictures `f` of a source, newest first. */
function pageOf(ctx: MemberContext, source: Source, params: PageOfFrames) {
  const { from = null, to = null, after, limit } = params
  return sql`${unexpiredOf(ctx, source)}
      and (${from}::timestamptz is null or f.taken_at >= ${from}::timestamptz)
      and (${to}::timestamptz is null or f.taken_at < ${to}::timestamptz)
      and (${after?.at ?? null}::timestamptz is null
        or (f.taken_at, f.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by f.taken_at desc, f.id desc limit ${limitOf(limit)}`
}

/** Pictures of a source, newest first. The service checks whether the caller may see it. */
export async function framesOf(ctx: MemberContext, source: Source, params: PageOfFrames): Promise<FrameRow[]> {
  const { rows } = await sql<FrameRow>`
    select f.id, f.source_kind, f.source_id, f.taken_at, f.object_key, f.kept
    from frames f where ${pageOf(ctx, source, params)}`.execute(ctx.tx)
  return rows
}

/** Pictures of the caller's screen, newest first, each with its viewers, first one first. */
export async function ownFrames(ctx: MemberContext, params: PageOfFrames): Promise<OwnFrameRow[]> {
  const own: Source = { kind: 'screen', user_id: ctx.caller.user_id }
  const { rows } = await sql<OwnFrameRow>`
    select f.id, f.source_kind, f.source_id, f.taken_at, f.object_key, f.kept, (
      select coalesce(json_agg(json_build_object(
        'name', coalesce(u.displayname, v.name, ''), 'is_job', v.viewer_kind = 'job',
        'at', to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ) order by v.at, v.viewer_kind, v.viewer_id), '[]')
      from frame_views v left join users u on v.viewer_kind = 'person' and u.id = v.viewer_id
      where v.organization_id = f.organization_id and v.frame_id = f.id
    ) as seen_by
    from frames f where ${pageOf(ctx, own, params)}`.execute(ctx.tx)
  return rows
}

/** Deletes pictures of the caller's screen and returns their keys in the store. */
export async function deleteOwn(
  ctx: MemberContext,
  ids: readonly string[],
): Promise<{ id: string; object_key: string }[]> {
  return ctx.tx
    .deleteFrom('frames')
    .where('organization_id', '=', ctx.organization_id)
    .where('source_kind', '=', 'screen')
    .where('source_id', '=', ctx.caller.user_id)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .returning(['id', 'object_key'])
    .execute()
}
