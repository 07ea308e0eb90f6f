import { type RawBuilder, sql } from 'kysely'
import { can } from '#shared/rules/capabilities'
import type { GroupQuestion } from '../../platform/groups'
import type { Readers } from '../../platform/live/audiences'
import type { MemberContext, RequestContext } from '../../platform/request-context'
import { type EvaluatedMember, evaluatedCaller, evaluatedRow, granted, membersWith } from '../access/member-sql'

interface Evaluated extends EvaluatedMember {
  /** Has `jobs.manage_all`, as owners and admins of the organisation do. */
  manages: RawBuilder<boolean>
}

/**
 * The single rule of who may do what with a job `j`: its owner and who manages all jobs may do everything, editors by
 * grant may change it, and viewers by grant may see it [D41].
 */
function rule(asker: Evaluated) {
  const managed = sql<boolean>`(${asker.manages} or j.owner_id = ${asker.user_id})`
  return {
    managed,
    editable: sql<boolean>`(${managed} or ${granted('job', sql`j.id`, asker, ['editor'])})`,
    visible: sql<boolean>`(${managed} or ${granted('job', sql`j.id`, asker)})`,
  }
}

/** The rule for the caller. */
export const ruleForCaller = (ctx: MemberContext) =>
  rule({ ...evaluatedCaller(ctx), manages: sql`${can(ctx.member, 'jobs.manage_all')}::boolean` })

const members = (organization_id: number) => membersWith(organization_id, { manages: 'jobs.manage_all' })

const eachMember = (organization_id: number, now: string): Evaluated => ({
  ...evaluatedRow(organization_id, now),
  manages: sql`m.manages`,
})

/** What is needed to find out who may see a job. */
type Asking = Pick<RequestContext, 'tx' | 'now'> & { organization_id: number }

/** Who may see a job right now. Nobody if it does not exist. */
export async function readersOf({ tx, now, organization_id }: Asking, job_id: number): Promise<Readers> {
  const { visible } = rule(eachMember(organization_id, now))
  const { rows } = await sql<{ user_ids: number[]; until: string | null }>`
    select
      (select coalesce(json_agg(m.user_id), '[]') from ${members(organization_id)} where ${visible}) as user_ids,
      (
        select min(g.expires_at) from grants g
        where g.organization_id = ${organization_id} and g.kind = 'job' and g.subject_id = j.id
          and g.expires_at > ${now}::timestamptz
      ) as until
    from jobs j where j.organization_id = ${organization_id} and j.id = ${job_id}`.execute(tx)
  const [row] = rows
  if (!row) return { everyone: false, user_ids: new Set(), until: null }
  return {
    everyone: false,
    user_ids: new Set(row.user_ids),
    until: row.until === null ? null : Date.parse(row.until),
  }
}

/** Who may grant access to a job; nobody if it does not exist. Reads all members in every case. */
export async function managersOf({ tx, organization_id, now }: Asking, job_id: number): Promise<number[]> {
  const { managed } = rule(eachMember(organization_id, now))
  const { rows } = await sql<{ user_id: number }>`
    select m.user_id from ${members(organization_id)}
    left join jobs j on j.organization_id = ${organization_id} and j.id = ${job_id}
    where j.id is not null and ${managed}`.execute(tx)
  return rows.map(row => row.user_id)
}

/** A query for the name of the job with that id, if the caller may change its grants. */
export const managedName = (ctx: MemberContext, id: RawBuilder<unknown>) => sql`
  select j.name from jobs j
  where j.organization_id = ${ctx.organization_id} and j.id = ${id} and ${ruleForCaller(ctx).managed}`

/** Whether a role or branch lets its people see a job that somebody may not see. */
export function opensMore({ organization_id, group, user_id, now }: GroupQuestion) {
  const { visible } = rule(eachMember(organization_id, now))
  return sql<boolean>`exists (
    select from grants given join jobs j on j.organization_id = ${organization_id} and j.id = given.subject_id
    left join ${members(organization_id)} on m.user_id = ${user_id}::bigint
    where given.organization_id = ${organization_id} and given.kind = 'job'
      and given.grantee_kind = ${group.kind} and given.grantee_id = ${group.id}::bigint
      and (given.expires_at is null or given.expires_at > ${now}::timestamptz)
      and (m.user_id is null or ${visible} is not true)
  )`
}
