import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { BillingInterval, PaidPlan, PaymentStatus } from '#shared/contract/billing/endpoints'
import { Id, Instant } from '#shared/contract/common'
import type { AppContext } from '../../../platform/app-context'
import type { Fact } from '../../../platform/payments/facts'
import { type Webhook, WrongSignature } from '../../../platform/payments/provider'
import { sameText } from '../../../platform/secrets'

const Report = z.object({
  event_id: z.string(),
  at: Instant,
  organization_id: Id,
  subscription: z.object({
    subscription_id: z.string(),
    order_id: z.string(),
    plan_id: PaidPlan,
    interval: BillingInterval,
    status: z.enum(['trialing', 'active', 'past_due', 'cancelled']),
    renews: z.boolean(),
    period_start: Instant,
    period_end: Instant,
    ends_at_period_end: z.boolean(),
    next_plan_id: PaidPlan.nullable(),
    short_url: z.string().nullable(),
    card: z.string().nullable(),
  }),
  payment: z
    .object({
      payment_id: z.string(),
      subscription_id: z.string(),
      plan_id: PaidPlan,
      interval: BillingInterval,
      amount: z.int(),
      currency: z.string(),
      status: PaymentStatus,
      period_start: Instant,
      period_end: Instant,
      receipt_url: z.null(),
    })
    .exactOptional(),
})

export const signatureHeader = 'x-sandbox-signature'

export const signatureOf = ({ secrets }: Pick<AppContext, 'secrets'>, text: string | Buffer): string =>
  createHmac('sha256', secrets.derive('sandbox payments')).update(text).digest('hex')

/** A report as the sandbox sends it, and as it is read; signed like those of the other providers. */
export const report = {
  signed(app: AppContext, fact: Fact): Webhook {
    const raw = Buffer.from(JSON.stringify(fact))
    const signature = signatureOf(app, raw)
    return { raw, header: name => (name === signatureHeader ? signature : undefined), now: app.clock.now() }
  },
  async verified(app: Pick<AppContext, 'secrets'>, { raw, header }: Webhook): Promise<Fact[]> {
    if (!sameText(header(signatureHeader) ?? '', signatureOf(app, raw))) throw new WrongSignature()
    return [Report.parse(JSON.parse(raw.toString()))]
  },
}
