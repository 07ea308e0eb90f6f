import { sql } from 'kysely'
import type { OrgRole } from '#shared/rules/capabilities'
import type { ActivitySource } from '../../platform/activity'
import { auditedId, branchesOf, doneBy, newest, ofKinds, ofPersonIn, whose } from '../../platform/activity-sql'
import { personFrom } from '../../platform/people/person'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'

const joined = 'invite.accepted'
const ofPeople = ['member.left', 'member.removed', 'member.org_role_changed']
const kinds = [joined, ...ofPeople]

/** Who the entry `a` is about: whoever accepts an invite joins. */
const person = sql`case when a.kind = ${sql.lit(joined)} then a.actor_id else ${auditedId(ofPeople)} end`

interface Row {
  id: number
  at: string
  kind: string
  org_role: OrgRole | null
  person: PersonRow | null
  actor: PersonRow | null
}

/** Who joined and left, and whose role in the organisation changed. All members may know. */
export const membershipActivity: ActivitySource = {
  name: 'membership',
  kind: 'membership',
  places: (ctx, params) => sql`
    select a.at, a.id, ${whose(sql`a.actor_id`, branchesOf(ctx, person))} from audit a
    where a.organization_id = ${ctx.organization_id} and ${ofKinds(kinds)} ${doneBy(params, sql`a.actor_id`)}
      ${ofPersonIn(params, ctx, person)} ${newest(params, sql`a.at`, sql`a.id`)}`,
  async load(ctx, ids) {
    const { rows } = await sql<Row>`
      select a.id, a.at, a.kind, a.details ->> 'to' as org_role, ${personJson('p')} as person, ${personJson('u')} as actor
      from audit a left join users p on p.id = ${person} left join users u on u.id = a.actor_id
      where a.organization_id = ${ctx.organization_id} and a.id = any(${ids}::bigint[])`.execute(ctx.tx)
    return Promise.all(
      rows.map(async row => ({
        kind: 'membership' as const,
        key: `membership.${row.id}`,
        id: row.id,
        at: row.at,
        actor: row.actor && (await personFrom(ctx, row.actor)),
        change: changeOf(row.kind),
        person: row.person && (await personFrom(ctx, row.person)),
        org_role: row.org_role,
      })),
    )
  },
}

function changeOf(kind: string) {
  if (kind === joined) return 'joined'
  if (kind === 'member.left') return 'left'
  return kind === 'member.removed' ? 'removed' : 'org_role_changed'
}
