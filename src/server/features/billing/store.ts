import { sql } from 'kysely'
import type { BillingInterval, PaidPlan, PaymentStatus } from '#shared/contract/billing/endpoints'
import type { Tx } from '../../platform/database/connection'
import type { FactOrder, PaymentFact, StartedStatus } from '../../platform/payments/facts'

/** Every context of an organisation: of a member, or of the app itself. */
export interface InOrganisation {
  readonly tx: Tx
  readonly organization_id: number
  readonly now: string
}

export interface SubscriptionRow extends FactOrder {
  subscription_id: string
  order_id: string | null
  plan_id: PaidPlan
  billing_interval: BillingInterval
  status: StartedStatus
  renews: boolean
  period_start: string
  period_end: string
  past_due_since: string | null
  card: string | null
  short_url: string | null
  ends_at_period_end: boolean
  next_plan_id: PaidPlan | null
  /** When `ends_at_period_end` and `next_plan_id` were set. */
  change_at: string
  reminders_sent: number
}

/** All subscriptions of the organisation, old ones too; locked until the transaction ends. */
export async function lockSubscriptions({ tx, organization_id }: InOrganisation): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select s.* from subscriptions s where s.organization_id = ${organization_id} for update`.execute(tx)
  return rows
}

export async function subscriptionsOf({ tx, organization_id }: InOrganisation): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select s.* from subscriptions s where s.organization_id = ${organization_id}`.execute(tx)
  return rows
}

export async function saveSubscription({ tx, organization_id }: InOrganisation, row: SubscriptionRow): Promise<void> {
  const { subscription_id, ...columns } = row
  await tx
    .insertInto('subscriptions')
    .values({ ...columns, subscription_id, organization_id })
    .onConflict(conflict => conflict.columns(['organization_id', 'subscription_id']).doUpdateSet(columns))
    .execute()
}

/** Records a report; false if it was recorded before. */
export async function recordEvent({ tx, organization_id, now }: InOrganisation, event_id: string): Promise<boolean> {
  const recorded = await tx
    .insertInto('payment_events')
    .values({ organization_id, event_id, received_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return recorded !== undefined
}

/** Deletes records of reports of all organisations that arrived before an instant, `limit` at most; how many there were. */
export async function deleteOldEvents(tx: Tx, before: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from payment_events e using (
      select organization_id, event_id from payment_events where received_at < ${before}::timestamptz
      limit ${sql.lit(limit)}
    ) old
    where e.organization_id = old.organization_id and e.event_id = old.event_id`.execute(tx)
  return Number(numAffectedRows)
}

export interface OrderRow {
  order_id: string
  subscription_id: string | null
  plan_id: PaidPlan
  billing_interval: BillingInterval
  renews: boolean
  amount: number
  currency: string
  short_url: string | null
  reference: string | null
  created_at: string
}

export async function insertOrder(
  { tx, organization_id, now }: InOrganisation,
  order: Omit<OrderRow, 'created_at' | 'reference'> & { created_by: number },
): Promise<void> {
  await tx
    .insertInto('payment_orders')
    .values({ ...order, reference: null, organization_id, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function findOrder({ tx, organization_id }: InOrganisation, id: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select o.* from payment_orders o
    where o.organization_id = ${organization_id} and (o.order_id = ${id} or o.subscription_id = ${id})`.execute(tx)
  return rows[0]
}

/** The newest order of a subscription that no subscription came of, if it was made after an instant. */
export async function openOrder({ tx, organization_id }: InOrganisation, since: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select o.* from payment_orders o
    where o.organization_id = ${organization_id} and o.renews and o.created_at > ${since}::timestamptz
      and not exists (
        select from subscriptions s where s.organization_id = o.organization_id
          and (s.order_id in (o.order_id, o.subscription_id) or s.subscription_id = o.subscription_id)
      )
    order by o.created_at desc, o.order_id limit 1`.execute(tx)
  return rows[0]
}

export async function setReference(
  { tx, organization_id }: InOrganisation,
  order_id: string,
  reference: string,
): Promise<void> {
  await tx
    .updateTable('payment_orders')
    .set({ reference })
    .where('organization_id', '=', organization_id)
    .where('order_id', '=', order_id)
    .execute()
}

export interface PaymentRow {
  id: number
  subscription_id: string | null
  plan_id: PaidPlan
  billing_interval: BillingInterval
  amount: number
  currency: string
  status: PaymentStatus
  at: string
  period_start: string | null
  period_end: string | null
  receipt_url: string | null
  invoice_number: number
  seller: string
  buyer: string
  tax_name: string | null
  tax_percent: number | null
  reference: string | null
}

/** A payment without the note of the buyer, which is on its order. */
export type StoredPayment = Omit<PaymentRow, 'reference'>

/** What an invoice names beside the payment. */
export type Issued = Pick<PaymentRow, 'seller' | 'buyer' | 'tax_name' | 'tax_percent'>

/** The payments of the organisation, newest first, or one of them. */
export async function payments(
  ctx: InOrganisation,
  { limit, id }: { limit: number; id?: number },
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select p.*, o.reference from payments p
    left join payment_orders o on o.organization_id = p.organization_id and o.order_id = p.subscription_id
    where p.organization_id = ${ctx.organization_id} and (${id ?? null}::bigint is null or p.id = ${id ?? null})
    order by p.at desc, p.id desc limit ${limit}`.execute(ctx.tx)
  return rows
}

export async function lockPayment(
  { tx, organization_id }: InOrganisation,
  provider_payment_id: string,
): Promise<StoredPayment | undefined> {
  const { rows } = await sql<StoredPayment>`
    select p.* from payments p
    where p.organization_id = ${organization_id} and p.provider_payment_id = ${provider_payment_id} for update`.execute(
    tx,
  )
  return rows[0]
}

export type KnownPayment = Omit<PaymentFact, 'plan_id' | 'interval' | 'payment_id'> & {
  plan_id: PaidPlan
  billing_interval: BillingInterval
  provider_payment_id: string
  at: string
}

/**
 * Inserts a payment with the next number, or replaces all but its identity and what was issued. The organisation must be
 * locked, so that no number is given twice.
 */
export async function savePayment(
  { tx, organization_id }: InOrganisation,
  payment: KnownPayment,
  issued: Issued,
): Promise<void> {
  const { provider_payment_id, ...columns } = payment
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(p.invoice_number), 0) + 1 as next from payments p
    where p.organization_id = ${organization_id}`.execute(tx)
  await tx
    .insertInto('payments')
    .values({ ...columns, ...issued, invoice_number: rows[0]?.next ?? 1, provider_payment_id, organization_id })
    .onConflict(conflict => conflict.columns(['organization_id', 'provider_payment_id']).doUpdateSet(columns))
    .execute()
}
