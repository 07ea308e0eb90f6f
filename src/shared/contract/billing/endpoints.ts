import { z } from 'zod'
import { PlanLimits, PlanName } from '../../rules/plans'
import { Id, Instant, text } from '../common'
import { downloadEndpoint, endpoint, member, signedIn } from '../endpoint'
import { billing as limits } from './limits'

/** Plans and payment [1.12, 7.22, D31, D36]. Amounts are in the smallest unit of their currency. */

export const BillingInterval = z.enum(['monthly', 'yearly'])
export type BillingInterval = z.infer<typeof BillingInterval>

/** A plan that is paid for. */
export const PaidPlan = PlanName.exclude(['free'])
export type PaidPlan = z.infer<typeof PaidPlan>

const Currency = z.string().length(3)

/** A plan with what it costs and what it includes [3.16b]. */
export const Plan = z.object({
  plan_id: PlanName,
  prices: z.record(BillingInterval, z.int()),
  currency: Currency,
  limits: PlanLimits,
  /** Whether it includes Activity and My Tasks [D17]. */
  is_premium: z.boolean(),
})
export type Plan = z.infer<typeof Plan>

/** The course of a subscription [D36]. */
export const SubscriptionStatus = z.enum(['none', 'trialing', 'active', 'past_due', 'cancelled'])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

/** The subscription of an organisation [3.16a]. */
export const Subscription = z.object({
  status: SubscriptionStatus,
  /** The plan in force now: `free` without a subscription, and once the grace after a failed payment is over. */
  plan_id: PlanName,
  interval: BillingInterval.nullable(),
  billing_period_start: Instant.nullable(),
  billing_period_end: Instant.nullable(),
  is_subscription_about_to_end: z.boolean(),
  /** The smaller plan that follows at the end of the period. */
  next_plan_id: PaidPlan.nullable(),
  /** Where the plan or what is due is paid; null if nothing can be paid. */
  short_url: z.string().nullable(),
  order_id: z.string().nullable(),
  /** The plan that waits for its first payment at `short_url`. */
  ordered_plan_id: PaidPlan.nullable(),
  ordered_interval: BillingInterval.nullable(),
  /** After a failed payment, when the plan ends unless it is paid. */
  grace_ends_at: Instant.nullable(),
  /** What the next payment takes, and when; null if none follows. */
  next_payment: z.object({ amount: z.int(), currency: Currency, at: Instant }).nullable(),
  /** The last four digits of the card. */
  card: z.string().nullable(),
  /** Whether the next subscription begins with a trial. */
  has_trial: z.boolean(),
  /** How many of each limit are used. */
  used: z.object({ members: z.int() }),
})
export type Subscription = z.infer<typeof Subscription>

export const PaymentStatus = z.enum(['failed', 'paid', 'refunded'])
export type PaymentStatus = z.infer<typeof PaymentStatus>

/** A payment, with which its invoice is written. */
export const Payment = z.object({
  payment_id: Id,
  plan_id: PaidPlan,
  interval: BillingInterval,
  amount: z.int(),
  currency: Currency,
  status: PaymentStatus,
  at: Instant,
  period_start: Instant.nullable(),
  period_end: Instant.nullable(),
  /** The provider's own receipt. */
  receipt_url: z.string().nullable(),
  reference: z.string().nullable(),
  /** Counts the invoices of the organisation, whose number it begins with. */
  invoice_number: z.string(),
  /** The lines of who sells, and who bought, as they were when the invoice was issued. */
  seller: z.array(z.string()),
  buyer: z.string(),
  /** The part of the amount that is tax; null if none is charged. */
  tax: z.object({ name: z.string(), percent: z.number(), amount: z.int() }).nullable(),
})
export type Payment = z.infer<typeof Payment>

/** One period that is paid once and does not renew. */
export const PaymentOrder = z.object({
  order_id: z.string(),
  plan_id: PaidPlan,
  interval: BillingInterval,
  amount: z.int(),
  currency: Currency,
  status: z.enum(['created', 'paid']),
  /** Where it is paid; null if the provider's own checkout pays it, with `key_id`. */
  short_url: z.string().nullable(),
  key_id: z.string().nullable(),
  /** A note of the buyer for the invoice. */
  reference: z.string().nullable(),
})
export type PaymentOrder = z.infer<typeof PaymentOrder>

const owner = () => member({ orgRole: 'owner' })

export const listPlans = endpoint({
  method: 'GET',
  path: '/payments/plans',
  summary: 'Lists the plans with their prices and limits; empty if this server has no billing.',
  access: signedIn(),
  body: z.object({}),
  answer: z.array(Plan),
})

export const readSubscription = endpoint({
  method: 'GET',
  path: '/payments/subscription',
  summary: 'Reads the subscription of the organisation.',
  access: owner(),
  body: z.object({}),
  answer: Subscription,
})

export const subscribe = endpoint({
  method: 'POST',
  path: '/payments/subscription',
  summary: 'Orders a plan. It is paid at `short_url`, and begins once the provider reports the payment.',
  access: owner(),
  body: z.object({ plan_id: PaidPlan, interval: BillingInterval }),
  answer: Subscription,
  perMinute: 20,
})

export const upgradeSubscription = endpoint({
  method: 'POST',
  path: '/payments/subscription/upgrade',
  summary: 'Changes to a larger plan at once; the provider charges the difference.',
  access: owner(),
  body: z.object({ plan_id: PaidPlan }),
  answer: Subscription,
  perMinute: 20,
})

export const downgradeSubscription = endpoint({
  method: 'POST',
  path: '/payments/subscription/downgrade',
  summary: 'Changes to a smaller plan at the end of the period. `free` ends the subscription then.',
  access: owner(),
  body: z.object({ plan_id: PlanName }),
  answer: Subscription,
  perMinute: 20,
})

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/payments/subscription/cancel',
  summary: 'Ends the subscription at the end of the period.',
  access: owner(),
  body: z.object({}),
  answer: Subscription,
  perMinute: 20,
})

export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/payments/subscription/resume',
  summary:
    'Keeps a subscription that was about to end or to become smaller. A provider that needs a new consent is paid at `short_url`.',
  access: owner(),
  body: z.object({}),
  answer: Subscription,
  perMinute: 20,
})

export const createOrder = endpoint({
  method: 'POST',
  path: '/payments/order',
  summary: 'Orders one period of a plan that does not renew.',
  access: owner(),
  body: z.object({ plan_id: PaidPlan, interval: BillingInterval }),
  answer: PaymentOrder,
  perMinute: 20,
})

const OrderId = text(255)

export const updateOrder = endpoint({
  method: 'PATCH',
  path: '/payments/order',
  summary: 'Sets the note of the buyer on an unpaid order.',
  access: owner(),
  body: z.object({ order_id: OrderId, reference: text(limits.referenceLength) }),
  answer: PaymentOrder,
  perMinute: 20,
})

export const checkSignature = endpoint({
  method: 'POST',
  path: '/payments/signature',
  summary:
    'Checks what the provider’s checkout returned to the client. The plan begins with the provider’s own report, not with this.',
  access: owner(),
  body: z.object({ order_id: OrderId, payment_id: text(255), signature: text(500) }),
  answer: Subscription,
  perMinute: 30,
})

export const listPayments = endpoint({
  method: 'GET',
  path: '/payments/invoices',
  summary: 'Lists the payments of the organisation, newest first.',
  access: owner(),
  body: z.object({}),
  answer: z.array(Payment),
})

export const readInvoice = downloadEndpoint({
  method: 'GET',
  path: '/payments/invoices/{payment_id}',
  summary: 'Reads a payment or, with `type`, returns its invoice as a PDF in the language of the caller.',
  access: owner(),
  perMinute: 60,
  body: z.object({ payment_id: Id, type: z.enum(['pdf']).optional() }),
  answer: Payment,
  files: { by: 'type', types: { pdf: 'application/pdf' } },
})

/** How much of the limits of the plan is used. People who are invited count. */
export const PlanUse = z.object({
  plan_id: PlanName,
  used: z.object({ members: z.int(), cameras: z.int(), active_jobs: z.int() }),
})
export type PlanUse = z.infer<typeof PlanUse>

export const readPlanUse = endpoint({
  method: 'GET',
  path: '/payments/use',
  summary: 'Reads how much of the limits of the plan is used.',
  access: member(),
  body: z.object({}),
  answer: PlanUse,
})

/** Where the provider reports. Its form and its signature are the provider’s, so it is no endpoint of the contract. */
export const webhookPath = '/payments/webhook/{provider}'
