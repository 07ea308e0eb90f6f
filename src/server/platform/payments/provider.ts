import type { BillingInterval, PaidPlan } from '#shared/contract/billing/endpoints'
import type { Fact } from './facts'

/** What a provider needs to know to have a plan paid. */
export interface NewOrder {
  organization_id: number
  plan_id: PaidPlan
  interval: BillingInterval
  amount: number
  currency: string
  /** When the first payment is taken, as an ISO instant; at once if null. */
  starts_at: string | null
  /** Whether the time until then is a trial; otherwise it was paid before. */
  is_trial: boolean
  email: string | null
}

export interface MadeOrder {
  order_id: string
  /** Null if the provider makes the subscription with the first payment. */
  subscription_id: string | null
  short_url: string | null
}

/** A change of a subscription. The provider reports it like everything else. */
export type SubscriptionChange =
  | { kind: 'upgrade' | 'downgrade'; plan_id: PaidPlan; interval: BillingInterval; amount: number }
  /** `at_once` after the grace for a failed payment. */
  | { kind: 'cancel'; at_once: boolean }
  | { kind: 'resume' }

export interface ChangedSubscription {
  organization_id: number
  subscription_id: string
  plan_id: PaidPlan
  next_plan_id: PaidPlan | null
  interval: BillingInterval
}

/** What the provider's checkout returned to the client. */
export interface ReturnedPayment {
  order_id: string
  subscription_id: string | null
  payment_id: string
  signature: string
}

/** A webhook as it arrived. The signature covers the raw bytes. */
export interface Webhook {
  raw: Buffer
  header(name: string): string | undefined
  /** Milliseconds since the epoch. */
  now: number
}

/** The signature of a webhook is missing, wrong or too old. */
export class WrongSignature extends Error {
  override name = 'WrongSignature'
}

/** The provider refused, or could not be reached. */
export class ProviderFailed extends Error {
  override name = 'ProviderFailed'
}

/** The provider could not take the money of a change, so nothing changed. */
export class PaymentDeclined extends ProviderFailed {
  override name = 'PaymentDeclined'
}

/** A payment provider [D36]. Nothing that it returns moves money's state; {@link PaymentProvider.factsOf} does. */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'razorpay' | 'stripe'
  /** The public key for the provider's own checkout, if it has one. */
  readonly key_id: string | null
  /** True if a subscription that was about to end can only be kept by a new one. */
  readonly resumesByNewOrder: boolean
  /** Orders a subscription. */
  subscribe(order: NewOrder): Promise<MadeOrder>
  /** Orders one period that does not renew. */
  orderOnce(order: NewOrder): Promise<MadeOrder>
  /** Sets the buyer's note on an unpaid order. */
  noteOrder(organization_id: number, order_id: string, reference: string): Promise<void>
  change(subscription: ChangedSubscription, change: SubscriptionChange): Promise<void>
  /** Whether the signature of a returned payment is right. */
  isSigned(returned: ReturnedPayment): boolean
  /** The facts of a webhook; none if it is about something else. Throws {@link WrongSignature}. */
  factsOf(webhook: Webhook): Promise<readonly Fact[]>
}
