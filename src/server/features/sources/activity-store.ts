import { sql } from 'kysely'
import type { ActivitySource } from '../../platform/activity'
import { auditedId, branchesOf, newest, ofKinds, ofPersonIn, whose } from '../../platform/activity-sql'
import type { DashboardSource } from '../../platform/dashboard'
import type { Fragment } from '../../platform/grantable'
import { personFrom } from '../../platform/people/person'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import type { MemberContext } from '../../platform/request-context'
import { accessActivity } from '../access/activity-sql'
import { mayBeSeen } from '../organisations/branches-sql'
import { cameraVisible, screenVisible } from './access-store'
import { feedManager } from './live/feed-manager'

const starts = 'screen.sharing_started'
const sharing = [starts, 'screen.sharing_stopped']
const sharer = auditedId(sharing)

/** The screen `s` of a member, if the caller may see it. */
const screen = (ctx: MemberContext, user_id: Fragment) => sql`
  select s.user_id, u.displayname as name from (
    select m.user_id, s.to_organisation from memberships m
    left join screens s on s.organization_id = m.organization_id and s.user_id = m.user_id
    where m.organization_id = ${ctx.organization_id} and m.user_id = ${user_id}
  ) s join users u on u.id = s.user_id where ${screenVisible(ctx)}`

/** When somebody began or ended to share a screen that the caller may see. */
const capture: ActivitySource = {
  name: 'capture',
  kind: 'capture',
  places: (ctx, params) => sql`
    select a.at, a.id, ${whose(sql`s.user_id`, branchesOf(ctx, sql`s.user_id`))} from audit a
    cross join lateral (${screen(ctx, sharer)}) s
    where a.organization_id = ${ctx.organization_id} and ${ofKinds(sharing)}
      ${params.by_user_id === undefined ? sql`` : sql`and s.user_id = ${params.by_user_id}::bigint`}
      ${ofPersonIn(params, ctx, sql`s.user_id`)} ${newest(params, sql`a.at`, sql`a.id`)}`,
  async load(ctx, ids) {
    const { rows } = await sql<{ id: number; at: string; kind: string; user_id: number; person: PersonRow | null }>`
      select a.id, a.at, a.kind, ${sharer} as user_id, ${personJson('u')} as person
      from audit a left join users u on u.id = ${sharer}
      where a.organization_id = ${ctx.organization_id} and a.id = any(${ids}::bigint[])`.execute(ctx.tx)
    return Promise.all(
      rows.map(async ({ id, at, kind, user_id, person }) => ({
        kind: 'capture' as const,
        key: `capture.${id}`,
        ...{ id, at, user_id },
        actor: person && (await personFrom(ctx, person)),
        is_start: kind === starts,
      })),
    )
  },
}

export const sourceActivities: readonly ActivitySource[] = [
  capture,
  accessActivity('screen', (ctx, id) => ({ named: screen(ctx, id) })),
  accessActivity('camera', (ctx, id) => ({
    named: sql`select c.name, c.branch_id from cameras c
      where c.organization_id = ${ctx.organization_id} and c.id = ${id} and c.deleted_at is null and ${cameraVisible(ctx)}`,
    branch: sql`s.branch_id`,
  })),
]

export const sourceNumbers: readonly DashboardSource[] = [
  {
    name: 'sharing',
    counts: 'now',
    rows: ctx => {
      const sharers = feedManager(ctx.app).sharers(ctx.organization_id)
      return sql`
        select s.user_id as id, live.since as at, s.name as title, null::text as detail, null::bigint as parent_id,
          array(
            select bm.branch_id from branch_members bm
            join branches b on b.organization_id = bm.organization_id and b.id = bm.branch_id
            where bm.organization_id = ${ctx.organization_id} and bm.user_id = s.user_id and ${mayBeSeen(ctx)}
          ) as branch_ids
        from unnest(
          ${sharers.map(({ user_id }) => user_id)}::bigint[], ${sharers.map(({ since }) => since)}::timestamptz[]
        ) live (user_id, since) cross join lateral (${screen(ctx, sql`live.user_id`)}) s`
    },
  },
  {
    name: 'cameras_failing',
    counts: 'attention',
    rows: ctx => sql`
      select c.id, c.trouble_since as at, c.name as title, c.trouble as detail, null::bigint as parent_id,
        array(
          select b.id from branches b
          where b.organization_id = c.organization_id and b.id = c.branch_id and ${mayBeSeen(ctx)}
        ) as branch_ids
      from cameras c
      where c.organization_id = ${ctx.organization_id} and c.deleted_at is null and c.trouble_since is not null
        and ${cameraVisible(ctx)}`,
  },
]
