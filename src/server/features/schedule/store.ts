import { sql } from 'kysely'
import type { WorkingHours } from '#shared/rules/schedule-windows'
import type { MemberContext } from '../../platform/request-context'

interface HoursRow {
  user_id: number
  timezone: string
  /** Null until somebody sets them. */
  days: WorkingHours['days'] | null
}

/** The working hours of those of these people who are members. */
export async function findHours(
  { tx, organization_id }: Pick<MemberContext, 'tx' | 'organization_id'>,
  user_ids: readonly number[],
): Promise<HoursRow[]> {
  const { rows } = await sql<HoursRow>`
    select m.user_id, coalesce(h.timezone, u.timezone) as timezone, h.days
    from memberships m
    join users u on u.id = m.user_id
    left join working_hours h on h.organization_id = m.organization_id and h.user_id = m.user_id
    where m.organization_id = ${organization_id} and m.user_id = any(${user_ids}::bigint[])`.execute(tx)
  return rows
}

export async function saveHours(
  { tx, organization_id, now }: MemberContext,
  user_id: number,
  { timezone, days }: WorkingHours,
): Promise<void> {
  await sql`
    insert into working_hours (organization_id, user_id, timezone, days, updated_at)
    values (${organization_id}, ${user_id}, ${timezone}, ${JSON.stringify(days)}, ${now})
    on conflict (organization_id, user_id) do update
      set timezone = excluded.timezone, days = excluded.days, updated_at = excluded.updated_at`.execute(tx)
}
