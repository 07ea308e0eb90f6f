import { z } from 'zod'
import { BillingInterval, PaidPlan } from '#shared/contract/billing/endpoints'

/**
 * The parts of Stripe's objects that are read. Reports come in the version of the API that the webhook was made with, so
 * fields that moved between versions are looked for at both places.
 */

/** What this server writes on everything that it makes at Stripe, to recognise it in reports. */
export const Metadata = z.object({
  organization_id: z.coerce.number().int().positive(),
  order_id: z.string().min(1),
  plan_id: PaidPlan,
  interval: BillingInterval,
  /** `after` for a subscription whose time before the first payment was paid by the one before it, and is no trial. */
  begins: z.enum(['now', 'trial', 'after']),
})
export type Metadata = z.infer<typeof Metadata>

/** An object, or its id alone. */
const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])

export const Invoice = z.object({
  id: z.string(),
  amount_paid: z.int(),
  amount_due: z.int(),
  currency: z.string(),
  billing_reason: z.string().nullish(),
  hosted_invoice_url: z.string().nullish(),
  subscription: idOf.nullish(),
  subscription_details: z.object({ metadata: z.unknown() }).nullish(),
  parent: z
    .object({ subscription_details: z.object({ subscription: idOf.nullish(), metadata: z.unknown() }).nullish() })
    .nullish(),
  lines: z.object({ data: z.array(z.object({ period: z.object({ start: z.int(), end: z.int() }) })) }),
})
export type Invoice = z.infer<typeof Invoice>

export const Subscription = z.object({
  id: z.string(),
  status: z.string(),
  cancel_at_period_end: z.boolean(),
  current_period_start: z.int().optional(),
  current_period_end: z.int().optional(),
  schedule: idOf.nullish(),
  metadata: z.unknown(),
  items: z.object({
    data: z
      .array(
        z.object({
          id: z.string(),
          price: z.object({ id: z.string() }),
          current_period_start: z.int().optional(),
          current_period_end: z.int().optional(),
        }),
      )
      .min(1),
  }),
})
export type Subscription = z.infer<typeof Subscription>

/** A subscription with what is only told on request. */
export const SubscriptionDetails = z.object({
  latest_invoice: z.object({ hosted_invoice_url: z.string().nullish() }).nullish(),
  default_payment_method: z.object({ card: z.object({ last4: z.string() }).nullish() }).nullish(),
})

export const Session = z.object({
  id: z.string(),
  mode: z.string(),
  payment_status: z.string(),
  payment_intent: idOf.nullish(),
  amount_total: z.int().nullish(),
  currency: z.string().nullish(),
  metadata: z.unknown(),
})

export const Charge = z.object({
  id: z.string(),
  refunded: z.boolean(),
  amount: z.int(),
  currency: z.string(),
  payment_intent: idOf.nullish(),
  receipt_url: z.string().nullish(),
  invoice: Invoice.nullish(),
  metadata: z.unknown(),
})

export const Event = z.object({
  id: z.string(),
  type: z.string(),
  created: z.int(),
  data: z.object({ object: z.unknown() }),
})
export type Event = z.infer<typeof Event>
