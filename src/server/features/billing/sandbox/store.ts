import { sql } from 'kysely'
import type { BillingInterval, PaidPlan } from '#shared/contract/billing/endpoints'
import type { SystemContext } from '../../../platform/run-as'

type InOrganisation = Pick<SystemContext, 'tx' | 'organization_id'>

/** A subscription at the sandbox provider. `fails_later` is a card that pays once and no more. */
export interface SandboxRow {
  subscription_id: string
  plan_id: PaidPlan
  billing_interval: BillingInterval
  renews: boolean
  has_trial: boolean
  amount: number
  currency: string
  status: 'created' | 'trialing' | 'active' | 'past_due' | 'cancelled'
  card: string | null
  fails_later: boolean
  period_start: string | null
  period_end: string | null
  ends_at_period_end: boolean
  next_plan_id: PaidPlan | null
  next_amount: number | null
  /** Counts the reports, whose ids it is part of. */
  revision: number
}

export async function insert(ctx: InOrganisation, row: SandboxRow): Promise<void> {
  await ctx.tx
    .insertInto('sandbox_subscriptions')
    .values({ ...row, organization_id: ctx.organization_id })
    .execute()
}

/** Locked until the transaction ends. */
export async function lock({ tx, organization_id }: InOrganisation, id: string): Promise<SandboxRow | undefined> {
  const { rows } = await sql<SandboxRow>`
    select s.* from sandbox_subscriptions s
    where s.organization_id = ${organization_id} and s.subscription_id = ${id} for update`.execute(tx)
  return rows[0]
}

export async function save({ tx, organization_id }: InOrganisation, row: SandboxRow): Promise<void> {
  const { subscription_id, ...columns } = row
  await tx
    .updateTable('sandbox_subscriptions')
    .set(columns)
    .where('organization_id', '=', organization_id)
    .where('subscription_id', '=', subscription_id)
    .execute()
}
