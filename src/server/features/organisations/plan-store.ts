import { sql } from 'kysely'
import type { PlanName } from '#shared/rules/plans'
import type { OrganizationContext } from '../../platform/request-context'
import type { SystemContext } from '../../platform/run-as'

type InOrganisation = Pick<SystemContext | OrganizationContext, 'tx' | 'organization_id'>

/**
 * The stored plan of the organisation, which is locked until the transaction ends, so that nobody takes the last place
 * twice. Undefined if the organisation no longer exists.
 */
export async function lockPlan({ tx, organization_id }: InOrganisation): Promise<PlanName | undefined> {
  const { rows } = await sql<{ plan_id: PlanName }>`
    select plan_id from organizations where id = ${organization_id} for no key update`.execute(tx)
  return rows[0]?.plan_id
}

/** Changes the plan. Returns false if it is the plan already. */
export async function setPlan({ tx, organization_id, now }: SystemContext, plan_id: PlanName): Promise<boolean> {
  const changed = await tx
    .updateTable('organizations')
    .set({ plan_id, plan_since: now })
    .where('id', '=', organization_id)
    .where('plan_id', '<>', plan_id)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export async function countMembers({ tx, organization_id }: InOrganisation): Promise<number> {
  const { count } = await tx
    .selectFrom('memberships')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization_id)
    .executeTakeFirstOrThrow()
  return count
}

/** Open invites to addresses other than the given ones. */
export async function countOpenInvites(
  { tx, organization_id, now }: Pick<OrganizationContext, 'tx' | 'organization_id' | 'now'>,
  except: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from invites
    where organization_id = ${organization_id} and status = 'pending' and expires_at > ${now}::timestamptz
      and address <> all(${except}::text[])`.execute(tx)
  return rows[0]?.count ?? 0
}

export interface OwnerContact {
  user_id: number
  email: string | null
  language: string
  timezone: string
}

export async function ownersOf({ tx, organization_id }: InOrganisation): Promise<OwnerContact[]> {
  const { rows } = await sql<OwnerContact>`
    select u.id as user_id, u.email, u.language, u.timezone from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organization_id} and m.org_role = 'owner' order by u.id`.execute(tx)
  return rows
}
