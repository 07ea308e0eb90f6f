import { sql } from 'kysely'
import type { CameraKind, Source, SourceTrouble } from '#shared/contract/sources/endpoints'
import type { Tx } from '../../platform/database/connection'
import type { Departure } from '../../platform/departure'
import type { MemberContext } from '../../platform/request-context'
import { cameraVisible } from './access-store'
import { newestFrame } from './frames-store'
import type { NewestFrameColumns } from './screens-store'

export interface CameraRow extends NewestFrameColumns {
  id: number
  name: string
  description: string
  shown_address: string
  kind: CameraKind
  branch_id: number | null
  space_ids: number[]
  kept_days: number
  trouble: SourceTrouble | null
  trouble_since: string | null
  notice_confirmed_by: string | null
  notice_confirmed_at: string | null
}

/** Cameras that the caller may see, by name; only the given one, if any. A branch that they may not see is left out. */
export async function visibleCameras(ctx: MemberContext, camera_id: number | null = null): Promise<CameraRow[]> {
  const { organization_id, member } = ctx
  const visible = sql`b.deleted_at is null
    and (b.is_open or ${member.org_role !== 'member'}::boolean or b.id = any(${member.branch_ids}::bigint[]))`
  const { rows } = await sql<CameraRow>`
    select c.id, c.name, c.description, c.shown_address, c.kind, b.id as branch_id, c.kept_days, c.trouble, c.trouble_since,
      u.displayname as notice_confirmed_by, c.notice_confirmed_at, f.frame_id, f.object_key, f.taken_at, f.kept,
      array(
        select b.id from branches b
        where b.organization_id = c.organization_id and ${visible} and (b.id = c.branch_id or exists (
          select from grants g
          where g.organization_id = c.organization_id and g.kind = 'camera' and g.subject_id = c.id
            and g.grantee_kind = 'branch' and g.grantee_id = b.id
            and (g.expires_at is null or g.expires_at > ${ctx.now}::timestamptz)
        ))
        order by b.id
      ) as space_ids
    from cameras c
    left join users u on u.id = c.notice_confirmed_by
    left join branches b on b.organization_id = c.organization_id and b.id = c.branch_id and ${visible}
    left join ${newestFrame(ctx, 'camera', 'c.id')} f on true
    where c.organization_id = ${organization_id} and c.deleted_at is null
      and (${camera_id}::bigint is null or c.id = ${camera_id}::bigint) and ${cameraVisible(ctx)}
    order by lower(c.name), c.id`.execute(ctx.tx)
  return rows
}

export interface CameraFields {
  name: string
  description: string
  address: string
  shown_address: string
  kind: CameraKind
  branch_id: number | null
}

export async function insertCamera(ctx: MemberContext, fields: CameraFields & { kept_days: number }): Promise<number> {
  const { id } = await ctx.tx
    .insertInto('cameras')
    .values({
      ...fields,
      organization_id: ctx.organization_id,
      notice_confirmed_by: null,
      notice_confirmed_at: null,
      trouble: null,
      trouble_since: null,
      created_by: ctx.caller.user_id,
      created_at: ctx.now,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface LockedCamera {
  id: number
  name: string
  shown_address: string
  branch_id: number | null
  to_organisation: boolean
  trouble: SourceTrouble | null
}

/** A camera that the caller may see, locked until the call ends. */
export async function lockCamera(ctx: MemberContext, camera_id: number): Promise<LockedCamera | undefined> {
  const { rows } = await sql<LockedCamera>`
    select c.id, c.name, c.shown_address, c.branch_id, c.to_organisation, c.trouble from cameras c
    where c.organization_id = ${ctx.organization_id} and c.id = ${camera_id} and c.deleted_at is null and ${cameraVisible(ctx)}
    for update`.execute(ctx.tx)
  return rows[0]
}

export async function updateCamera(
  ctx: MemberContext,
  camera_id: number,
  changes: Partial<CameraFields> & {
    kept_days?: number
    to_organisation?: boolean
    notice_confirmed_by?: number | null
    notice_confirmed_at?: string | null
    trouble?: null
    trouble_since?: null
    deleted_at?: string
  },
): Promise<void> {
  await ctx.tx
    .updateTable('cameras')
    .set(changes)
    .where('organization_id', '=', ctx.organization_id)
    .where('id', '=', camera_id)
    .execute()
}

/** Serialises additions, so that two do not take the last place of the plan. */
export async function lockCameras({ tx, organization_id }: MemberContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('cameras', ${organization_id}))`.execute(tx)
}

export async function countCameras({ tx, organization_id }: MemberContext): Promise<number> {
  const { count } = await tx
    .selectFrom('cameras')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** What the audit log says of a source besides its id: the name of a camera. People are named by the reader. */
export async function auditedName(
  { tx, organization_id }: { tx: Tx; organization_id: number },
  source: Source,
): Promise<{ name?: string }> {
  if (source.kind !== 'camera') return {}
  const row = await tx
    .selectFrom('cameras')
    .select('name')
    .where('organization_id', '=', organization_id)
    .where('id', '=', source.camera_id)
    .executeTakeFirst()
  return row ?? {}
}

/** Whether every member may see it. */
export async function isOpenToAll(ctx: MemberContext, camera_id: number): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('cameras')
    .select('to_organisation')
    .where('organization_id', '=', ctx.organization_id)
    .where('id', '=', camera_id)
    .executeTakeFirst()
  return row?.to_organisation ?? false
}

/**
 * What is needed to fetch pictures of a camera, without an access check; nothing if the plan has no room for it. The
 * address is encrypted.
 */
export function addressOf(
  tx: Tx,
  organization_id: number,
  camera_id: number,
): Promise<{ address: string; kind: CameraKind } | undefined> {
  return tx
    .selectFrom('cameras')
    .select(['address', 'kind'])
    .where('organization_id', '=', organization_id)
    .where('id', '=', camera_id)
    .where('deleted_at', 'is', null)
    .where('trouble', 'is distinct from', 'plan')
    .executeTakeFirst()
}

/** Stores why no picture comes, or that one does. Returns whether that is a change. */
export async function storeTrouble(
  tx: Tx,
  organization_id: number,
  camera_id: number,
  { trouble, now }: { trouble: SourceTrouble | null; now: string },
): Promise<boolean> {
  const rows = await tx
    .updateTable('cameras')
    .set({ trouble, trouble_since: trouble && now })
    .where('organization_id', '=', organization_id)
    .where('id', '=', camera_id)
    .where('trouble', 'is distinct from', trouble)
    .where('trouble', 'is distinct from', 'plan')
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Cameras that somebody who leaves added are their heir's from then on. */
export const camerasOfPerson: Departure = {
  name: 'cameras',
  async handOver({ tx, organization_id }, { user_id, heir }) {
    if (heir === null) return 0
    const { rows } = await sql`
      update cameras set created_by = ${heir}
      where organization_id = ${organization_id} and created_by = ${user_id} and deleted_at is null
      returning id`.execute(tx)
    return rows.length
  },
}
