import { sql } from 'kysely'
import { PlanName, planLimits } from '#shared/rules/plans'
import type { Tx } from '../../platform/database/connection'

interface OldFrames {
  now: string
  screenDays: number
  limit: number
  isLimitedByPlan: boolean
}

const planDays = sql.join(
  PlanName.options.flatMap(plan => {
    const { frame_days: days } = planLimits[plan]
    return days === null ? [] : [sql`(${sql.lit(plan)}, ${sql.lit(days)})`]
  }),
)

/**
 * Deletes the oldest expired pictures of each source, unless a log shows them, and returns their keys; at most `limit`.
 * Of a deleted camera only those in logs are kept. Runs over all organisations.
 */
export async function deleteOldFrames(
  tx: Tx,
  { now, screenDays, limit, isLimitedByPlan }: OldFrames,
): Promise<string[]> {
  const { rows } = await sql<{ object_key: string }>`
    with plan_days (plan_id, days) as (values ${planDays}), limits as (
      select o.id as organization_id, p.days, coalesce(o.plan_since, '-infinity') as since
      from organizations o join plan_days p on p.plan_id = o.plan_id
      where ${isLimitedByPlan}::boolean
    ), sources as (
      select c.organization_id, 'camera' as kind, c.id, c.kept_days, c.deleted_at from cameras c
      union all
      select s.organization_id, 'screen', s.user_id, ${screenDays}::int, null from screens s
    ), expiring as (
      select s.organization_id, s.kind, s.id, coalesce(l.since, 'infinity') as since,
        case when s.deleted_at is null then ${now}::timestamptz - make_interval(days => s.kept_days) else 'infinity' end
          as before,
        case when s.deleted_at is null then ${now}::timestamptz - make_interval(days => least(s.kept_days, l.days))
          else 'infinity' end as before_by_plan
      from sources s left join limits l on l.organization_id = s.organization_id
    ), old as (
      select f.organization_id, f.id from expiring e cross join lateral (
        select f.organization_id, f.id from frames f
        where f.organization_id = e.organization_id and f.source_kind = e.kind and f.source_id = e.id
          and f.taken_at < e.before_by_plan and (f.taken_at < e.before or f.taken_at >= e.since) and not f.kept
        order by f.taken_at, f.id limit ${limit}
      ) f limit ${limit}
    )
    delete from frames f using old
    where f.organization_id = old.organization_id and f.id = old.id and not f.kept
    returning f.object_key`.execute(tx)
  return rows.map(row => row.object_key)
}

/**
 * Locks the existing ones of the given pictures, so that nobody can keep or release them until the transaction ends.
 */
export async function lockFrames(tx: Tx, organization_id: number, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from frames f where f.organization_id = ${organization_id} and f.id = any(${ids}::uuid[]) and f.kept
    order by f.id for no key update`.execute(tx)
  return rows.map(row => row.id)
}

/** Makes pictures expire like others again. */
export async function releaseKeptFrames(tx: Tx, organization_id: number, ids: readonly string[]): Promise<void> {
  await sql`
    update frames set kept = false where organization_id = ${organization_id} and id = any(${ids}::uuid[])`.execute(tx)
}

/** Deletes upload permissions that ended before `until`; returns how many, and the keys of those without a picture. */
export async function deleteOldGrants(
  tx: Tx,
  { until, limit }: { until: string; limit: number },
): Promise<{ count: number; orphans: string[] }> {
  const { rows } = await sql<{ object_key: string; is_frame: boolean }>`
    delete from upload_grants g using (
      select organization_id, id from upload_grants where expires_at < ${until}::timestamptz limit ${limit}
    ) old
    where g.organization_id = old.organization_id and g.id = old.id
    returning g.object_key, exists (
      select from frames f where f.organization_id = g.organization_id and f.id = g.id
    ) as is_frame`.execute(tx)
  return { count: rows.length, orphans: rows.flatMap(row => (row.is_frame ? [] : [row.object_key])) }
}
