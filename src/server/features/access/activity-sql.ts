import { sql } from 'kysely'
import type { Level, Subject } from '#shared/contract/access/endpoints'
import type { ActivitySource } from '../../platform/activity'
import { auditedId, doneBy, newest, ofKinds, whose } from '../../platform/activity-sql'
import type { Fragment } from '../../platform/grantable'
import { personFrom } from '../../platform/people/person'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import type { MemberContext } from '../../platform/request-context'
import { mayBeSeen } from '../organisations/branches-sql'

interface Row {
  id: number
  at: string
  kind: string
  subject_id: number
  name: string
  level: Level | null
  grantee: string | null
  person: PersonRow | null
}

/** The name of who was given access, in the entry `a`. Branches that are hidden from the caller have none [D3]. */
const granteeName = (ctx: MemberContext) => sql`case a.details ->> 'grantee_kind'
  when 'user' then (select u.displayname from users u where u.id = (a.details ->> 'grantee_id')::bigint)
  when 'role' then (
    select r.name from roles r
    where r.organization_id = a.organization_id and r.id = (a.details ->> 'grantee_id')::bigint
  )
  when 'branch' then (
    select b.name from branches b
    where b.organization_id = a.organization_id and b.id = (a.details ->> 'grantee_id')::bigint and ${mayBeSeen(ctx)}
  )
end`

/** How a kind of subjects is found by its id. */
type Find = (
  ctx: MemberContext,
  id: Fragment,
) => {
  /** A query for the `name` of the subject, if the caller may see it. */
  named: Fragment
  /** Its branch. */
  branch?: Fragment
}

/** Changes of access to a kind of subjects, for everybody who may see the subject: they may know who has access [6.8a]. */
export function accessActivity(kind: Subject['kind'], find: Find): ActivitySource {
  const changes = ['access_granted', 'access_revoked', 'access_changed'].map(change => `${kind}.${change}`)
  const id = auditedId(changes)
  return {
    name: `access-${kind}`,
    kind: 'access',
    places(ctx, params) {
      const { named, branch = sql`null::bigint` } = find(ctx, id)
      const { branch_id } = params
      return sql`
        select a.at, a.id, ${whose(sql`a.actor_id`, sql`array[${branch}]`)} from audit a cross join lateral (${named}) s
        where a.organization_id = ${ctx.organization_id} and ${ofKinds(changes)} ${doneBy(params, sql`a.actor_id`)}
          ${branch_id === undefined ? sql`` : sql`and (${branch}) = ${branch_id}::bigint`}
          ${newest(params, sql`a.at`, sql`a.id`)}`
    },
    async load(ctx, ids) {
      const { rows } = await sql<Row>`
        select a.id, a.at, a.kind, ${id} as subject_id, s.name, a.details ->> 'level' as level,
          ${granteeName(ctx)} as grantee, ${personJson('u')} as person
        from audit a cross join lateral (${find(ctx, id).named}) s left join users u on u.id = a.actor_id
        where a.organization_id = ${ctx.organization_id} and a.id = any(${ids}::bigint[])`.execute(ctx.tx)
      return Promise.all(
        rows.map(async row => ({
          kind: 'access' as const,
          key: `access-${kind}.${row.id}`,
          id: row.id,
          at: row.at,
          actor: row.person && (await personFrom(ctx, row.person)),
          change: changeOf(row.kind),
          subject: { kind, id: row.subject_id },
          name: row.name,
          grantee: row.grantee,
          level: row.level,
        })),
      )
    },
  }
}

function changeOf(kind: string) {
  if (kind.endsWith('granted')) return 'granted'
  return kind.endsWith('revoked') ? 'revoked' : 'changed'
}
