import { type RawBuilder, sql } from 'kysely'
import type { Source } from '#shared/contract/sources/endpoints'
import { can } from '#shared/rules/capabilities'
import type { Tx } from '../../platform/database/connection'
import type { GroupQuestion } from '../../platform/groups'
import type { Readers } from '../../platform/live/audiences'
import type { MemberContext } from '../../platform/request-context'
import { type EvaluatedMember, evaluatedCaller, evaluatedRow, granted, membersWith } from '../access/member-sql'

/** The person that the rule is evaluated for, and what they may do with sources. */
interface Evaluated extends EvaluatedMember {
  /** Has `feeds.see_all`, as owners and admins do. */
  sees_all: RawBuilder<boolean>
  /** Has `feeds.manage_cameras`. */
  manages: RawBuilder<boolean>
}

/**
 * The single rule of who may see a screen `s`: the person, holders of `feeds.see_all`, and whom the person allows
 * [6.8c, D34].
 */
function screenRule(asker: Evaluated) {
  return sql<boolean>`(${asker.sees_all} or s.user_id = ${asker.user_id} or coalesce(s.to_organisation, false)
    or ${granted('screen', sql`s.user_id`, asker)})`
}

/**
 * The single rule of who may see a camera `c`: those who see all or manage cameras, and whom these allow. Being in its
 * branch allows nothing.
 */
function cameraRule(asker: Evaluated) {
  return sql<boolean>`(${asker.sees_all} or ${asker.manages} or c.to_organisation or ${granted('camera', sql`c.id`, asker)})`
}

const callerOf = (ctx: MemberContext): Evaluated => ({
  ...evaluatedCaller(ctx),
  sees_all: sql`${can(ctx.member, 'feeds.see_all')}::boolean`,
  manages: sql`${can(ctx.member, 'feeds.manage_cameras')}::boolean`,
})

/** Screens `s` that the caller may see. */
export const screenVisible = (ctx: MemberContext) => screenRule(callerOf(ctx))
/** Cameras `c` that the caller may see, deleted or not. */
export const cameraVisible = (ctx: MemberContext) => cameraRule(callerOf(ctx))

const members = (organization_id: number) =>
  membersWith(organization_id, { sees_all: 'feeds.see_all', manages: 'feeds.manage_cameras' })

/** A row `s` for the screen of each member. */
const screensOf = (organization_id: number) => sql`(
  select o.user_id, s.to_organisation from memberships o
  left join screens s on s.organization_id = o.organization_id and s.user_id = o.user_id
  where o.organization_id = ${organization_id}
) s`

/** A row `c` for each camera that is not deleted. */
const camerasOf = (organization_id: number) => sql`(
  select * from cameras where organization_id = ${organization_id} and deleted_at is null
) c`

/** The columns of each row of {@link members}. */
const eachMember = (organization_id: number, now: string): Evaluated => ({
  ...evaluatedRow(organization_id, now),
  sees_all: sql`m.sees_all`,
  manages: sql`m.manages`,
})

/**
 * Who may see a source right now, and until when that holds unless an event changes it. Nobody if the camera does not
 * exist, or the person is no member. Evaluates for every member the rule that requests evaluate for their caller.
 */
export async function readersOf(tx: Tx, organization_id: number, source: Source, now: string): Promise<Readers> {
  const asker = eachMember(organization_id, now)
  const [subject, found, flag, rule] =
    source.kind === 'screen'
      ? [
          source.user_id,
          sql`(select * from ${screensOf(organization_id)} where s.user_id = ${source.user_id}) s`,
          sql`coalesce(s.to_organisation, false)`,
          screenRule(asker),
        ]
      : [
          source.camera_id,
          sql`(select * from ${camerasOf(organization_id)} where c.id = ${source.camera_id}) c`,
          sql`c.to_organisation`,
          cameraRule(asker),
        ]
  const { rows } = await sql<{ everyone: boolean; user_ids: number[]; until: string | null }>`
    select ${flag} as everyone,
      case when ${flag} then '[]' else (
        select coalesce(json_agg(m.user_id), '[]') from ${members(organization_id)} where ${rule}
      ) end as user_ids,
      (
        select min(g.expires_at) from grants g
        where g.organization_id = ${organization_id} and g.kind = ${source.kind} and g.subject_id = ${subject}
          and g.expires_at > ${asker.now}
      ) as until
    from ${found}`.execute(tx)
  const [row] = rows
  if (!row) return { everyone: false, user_ids: new Set(), until: null }
  return {
    everyone: row.everyone,
    user_ids: new Set(row.user_ids),
    until: row.until === null ? null : Date.parse(row.until),
  }
}

/** Whether the caller may see an existing source. */
export async function isVisible(ctx: MemberContext, source: Source): Promise<boolean> {
  const { organization_id } = ctx
  const { rows } = await (source.kind === 'screen'
    ? sql`select from (
        select m.user_id, s.to_organisation from memberships m
        left join screens s on s.organization_id = m.organization_id and s.user_id = m.user_id
        where m.organization_id = ${organization_id} and m.user_id = ${source.user_id}
      ) s where ${screenVisible(ctx)}`
    : sql`select from cameras c
      where c.organization_id = ${organization_id} and c.id = ${source.camera_id} and c.deleted_at is null
        and ${cameraVisible(ctx)}`
  ).execute(ctx.tx)
  return rows.length > 0
}

/** Who may grant access to a camera; nobody if it does not exist. Reads all members in every case. */
export async function managersOf({ tx, organization_id }: MemberContext, camera_id: number): Promise<number[]> {
  const { rows } = await sql<{ is_there: boolean; user_ids: number[] }>`
    select
      exists (
        select from cameras c where c.organization_id = ${organization_id} and c.id = ${camera_id} and c.deleted_at is null
      ) as is_there,
      coalesce(json_agg(m.user_id) filter (where m.manages), '[]') as user_ids
    from ${members(organization_id)}`.execute(tx)
  const [row] = rows
  return row?.is_there ? row.user_ids : []
}

/** Who may grant access to somebody's screen: that person, as long as they are a member. */
export async function ownerOf({ tx, organization_id }: MemberContext, user_id: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', user_id)
    .execute()
  return rows.map(row => row.user_id)
}

/** A query for the name of the camera with that id, if the caller manages cameras. */
export const managedCameraName = (ctx: MemberContext, id: RawBuilder<unknown>) => sql`
  select c.name from cameras c
  where c.organization_id = ${ctx.organization_id} and c.id = ${id} and c.deleted_at is null
    and ${can(ctx.member, 'feeds.manage_cameras')}::boolean`

/** A query for the name of the person with that id, if that is the caller. */
export const ownScreenName = (ctx: MemberContext, id: RawBuilder<unknown>) => sql`
  select u.displayname as name from users u where u.id = ${id} and u.id = ${ctx.caller.user_id}::bigint`

/**
 * Whether a role or branch lets its people see a screen or camera that somebody may not see; a person who is no member
 * sees none.
 */
export function opensMore(kind: Source['kind'], { organization_id, group, user_id, now }: GroupQuestion) {
  const asker = eachMember(organization_id, now)
  const [sources, id, rule] =
    kind === 'screen'
      ? [screensOf(organization_id), sql`s.user_id`, screenRule(asker)]
      : [camerasOf(organization_id), sql`c.id`, cameraRule(asker)]
  return sql<boolean>`exists (
    select from grants given join ${sources} on ${id} = given.subject_id
    left join ${members(organization_id)} on m.user_id = ${user_id}::bigint
    where given.organization_id = ${organization_id} and given.kind = ${kind}
      and given.grantee_kind = ${group.kind} and given.grantee_id = ${group.id}::bigint
      and (given.expires_at is null or given.expires_at > ${now}::timestamptz)
      and (m.user_id is null or ${rule} is not true)
  )`
}
