import { z } from 'zod'
import { billing as limits } from '#shared/contract/billing/limits'
import { Id } from '#shared/contract/common'
import type { AppContext } from '../../platform/app-context'
import { job } from '../../platform/jobs/job'
import { enqueue } from '../../platform/jobs/jobs'
import { runAsSystem, type SystemContext } from '../../platform/run-as'
import { lockPlan, nameOf, ownersOf } from '../organisations/service'
import { dunningMail } from './dunning-texts'
import { providerOf } from './payment-provider'
import { applyPlan } from './plan-service'
import { graceEnd, isLive, nextCheck } from './rules'
import * as store from './store'

/**
 * Looks at a subscription when something happens to it without a report: reminds the owners of a failed payment, and
 * ends the plan after the grace or the period [D36].
 */
export const checkSubscription = job('billing.check', {
  input: z.object({ organization_id: Id, subscription_id: z.string().max(255) }),
  async run(app, { organization_id, subscription_id }) {
    if (app.settings.BILLING === 'off') return
    const result = await runAsSystem(app, organization_id, async ctx => {
      if (!(await lockPlan(ctx))) return null
      const row = (await store.lockSubscriptions(ctx)).find(row => row.subscription_id === subscription_id)
      if (!row) return null
      const mails = await remind(ctx, row)
      await applyPlan(ctx)
      return { row, mails, isUnpaid: row.status === 'past_due' && !isLive(row, Date.parse(ctx.now)) }
    })
    if (!result) return
    for (const mail of result.mails) await send(app, mail)
    // Otherwise the provider would still charge for a plan that ended here.
    if (result.isUnpaid)
      await providerOf(app).change(
        { ...result.row, organization_id, interval: result.row.billing_interval },
        { kind: 'cancel', at_once: true },
      )
  },
})

/** Enqueues the next look at a subscription, if there is one. */
export async function enqueueCheck(ctx: SystemContext, row: store.SubscriptionRow): Promise<void> {
  const startAt = nextCheck(row, Date.parse(ctx.now))
  if (startAt === null) return
  const { organization_id } = ctx
  await enqueue(ctx, checkSubscription, { organization_id, subscription_id: row.subscription_id }, { startAt })
}

interface Mail {
  to: string
  subject: string
  text: string
}

/** The mails that are due now, each to be sent once; and the next look. */
async function remind(ctx: SystemContext, row: store.SubscriptionRow): Promise<Mail[]> {
  const now = Date.parse(ctx.now)
  const end = graceEnd(row)
  const since = end === null ? Number.POSITIVE_INFINITY : end - limits.grace
  const isEnd = end !== null && end <= now
  const due = limits.reminders.filter(after => since + after <= now).length + (isEnd ? 1 : 0)
  const after = { ...row, reminders_sent: Math.max(due, row.reminders_sent) }
  if (due > row.reminders_sent) await store.saveSubscription(ctx, after)
  await enqueueCheck(ctx, after)
  if (end === null || due <= row.reminders_sent) return []
  const [organisation, owners] = await Promise.all([nameOf(ctx), ownersOf(ctx)])
  return owners.flatMap(({ email, language, timezone }) =>
    email === null
      ? []
      : [
          {
            to: email,
            ...dunningMail({
              kind: isEnd ? 'ended' : 'failed',
              language,
              timezone,
              organisation,
              ends_at: new Date(end).toISOString(),
              link: `${ctx.app.publicUrl()}/#/plans`,
            }),
          },
        ],
  )
}

async function send(app: AppContext, mail: Mail): Promise<void> {
  await app.messenger.send(mail).catch(error => app.log.warn({ err: error }, 'A reminder could not be sent.'))
}
