import { z } from 'zod'
import { BillingInterval, PaidPlan } from '#shared/contract/billing/endpoints'

/** The parts of Razorpay's objects that are read. Times are in seconds; notes without entries come as an empty list. */

export const Notes = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()).transform(() => ({}))])

/** What this server writes on plans. */
export const PlanNotes = z.object({ plan_id: PaidPlan, interval: BillingInterval })
export type PlanNotes = z.infer<typeof PlanNotes>

/** What this server writes on subscriptions. A changed plan does not change it, so the plan is not part of it. */
export const SubscriptionNotes = z.object({
  organization_id: z.coerce.number().int().positive(),
  /** Whether the time before the first charge is a trial; otherwise the subscription before it paid for that time. */
  begins: z.enum(['now', 'trial', 'after']),
})

/** What this server writes on orders of one period. */
export const OrderNotes = PlanNotes.extend({ organization_id: z.coerce.number().int().positive() })

export const Plan = z.object({ id: z.string(), notes: Notes.optional() })
export const Plans = z.object({ items: z.array(Plan) })

export const Subscription = z.object({
  id: z.string(),
  plan_id: z.string(),
  status: z.string(),
  current_start: z.int().nullish(),
  current_end: z.int().nullish(),
  start_at: z.int().nullish(),
  ended_at: z.int().nullish(),
  created_at: z.int(),
  short_url: z.string().nullish(),
  has_scheduled_changes: z.boolean().nullish(),
  notes: Notes.optional(),
})
export type Subscription = z.infer<typeof Subscription>

export const Order = z.object({ id: z.string(), notes: Notes.optional() })

export const Payment = z.object({
  id: z.string(),
  amount: z.int(),
  amount_refunded: z.int().nullish(),
  currency: z.string(),
  order_id: z.string().nullish(),
  invoice_id: z.string().nullish(),
  card: z.object({ last4: z.string() }).nullish(),
})
export type Payment = z.infer<typeof Payment>

export const Invoice = z.object({
  id: z.string(),
  subscription_id: z.string().nullish(),
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  short_url: z.string().nullish(),
  billing_start: z.int().nullish(),
  billing_end: z.int().nullish(),
  created_at: z.int(),
})
export type Invoice = z.infer<typeof Invoice>
export const Invoices = z.object({ items: z.array(Invoice) })

export const Event = z.object({
  event: z.string(),
  created_at: z.int(),
  payload: z.object({
    subscription: z.object({ entity: Subscription }).optional(),
    payment: z.object({ entity: Payment }).optional(),
    order: z.object({ entity: Order }).optional(),
  }),
})
export type Event = z.infer<typeof Event>
