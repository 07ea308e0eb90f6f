import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'
import { type AppContext, perApp } from '../../../platform/app-context'
import { job } from '../../../platform/jobs/job'
import { enqueue } from '../../../platform/jobs/jobs'
import type { Webhook } from '../../../platform/payments/provider'
import { runAsSystem, type SystemContext } from '../../../platform/run-as'
import { cardOf, factOf, paid, renewed, type Step } from './course'
import { report } from './report'
import * as store from './store'

/** The counterpart of a provider's own server [D36]: what happens there, reported like a webhook. */

const pattern = /^sub_(\d{1,15})_[\w-]{22}$/

/** The organisation that the id of a subscription names; undefined if it is no id of this provider. */
export function organisationIn(subscription_id: string): number | undefined {
  const id = Number(pattern.exec(subscription_id)?.[1])
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

interface Receiver {
  receive(webhook: Webhook): Promise<void>
}

/** Where the reports go: this server's webhook, which is known once its routes are added. */
const receiverOf = perApp(
  (): Receiver => ({
    receive: () => Promise.reject(new Error('Nobody receives the reports of the sandbox.')),
  }),
)

export function sendReportsTo(app: AppContext, receive: Receiver['receive']): void {
  receiverOf(app).receive = receive
}

export const pageOf = (app: Pick<AppContext, 'publicUrl'>, subscription_id: string): string =>
  `${app.publicUrl()}/payments/sandbox/${subscription_id}`

/** Changes a subscription, and reports it once it is stored. Null if there is no such subscription, or nothing changed. */
export async function step(
  app: AppContext,
  subscription_id: string,
  decide: (row: store.SandboxRow, now: number) => Step | null,
): Promise<store.SandboxRow | null> {
  const organization_id = organisationIn(subscription_id)
  if (organization_id === undefined) return null
  const done = await runAsSystem(app, organization_id, async ctx => {
    const row = await store.lock(ctx, subscription_id)
    const now = Date.parse(ctx.now)
    const next = row && decide(row, now)
    if (!next) return null
    const stored = { ...next, row: { ...next.row, revision: next.row.revision + 1 } }
    await store.save(ctx, stored.row)
    await enqueueRenewal(ctx, stored.row)
    const short_url = pageOf(app, subscription_id)
    return { row: stored.row, fact: factOf(stored, { organization_id, now, short_url }) }
  })
  if (!done) return null
  await receiverOf(app).receive(report.signed(app, done.fact))
  return done.row
}

async function enqueueRenewal(ctx: SystemContext, row: store.SandboxRow): Promise<void> {
  if (row.status === 'cancelled' || row.period_end === null) return
  const { organization_id } = ctx
  const input = { organization_id, subscription_id: row.subscription_id, period_end: row.period_end }
  await enqueue(ctx, renewSandbox, input, { startAt: Date.parse(row.period_end) })
}

export const isPayable = (row: store.SandboxRow): boolean => row.status === 'created' || row.status === 'past_due'

/** What came of a card: `confirm` asks for the second step of 3-D Secure. */
export type Paid = 'paid' | 'refused' | 'confirm' | 'not_payable'

export async function pay(
  app: AppContext,
  subscription_id: string,
  { number, isConfirmed }: { number: string; isConfirmed: boolean },
): Promise<Paid> {
  const card = cardOf(number)
  let outcome: Paid = 'not_payable'
  await step(app, subscription_id, (row, now) => {
    if (!isPayable(row)) return null
    outcome = card === 'refused' ? 'refused' : card === 'secure' && !isConfirmed ? 'confirm' : 'paid'
    return outcome === 'paid' ? paid(row, { number, failsLater: card === 'fails_later' }, now) : null
  })
  return outcome
}

/** Lets the period end now, so that what follows can be tried without waiting for it. */
export const endPeriod = (app: AppContext, subscription_id: string, isPaid: boolean) =>
  step(app, subscription_id, (row, now) =>
    row.status === 'trialing' || row.status === 'active'
      ? renewed({ ...row, period_end: new Date(now).toISOString() }, isPaid)
      : null,
  )

/** Ends a period at the sandbox provider when its time has come. */
export const renewSandbox = job('billing.sandbox', {
  input: z.object({ organization_id: Id, subscription_id: z.string(), period_end: Instant }),
  async run(app, { subscription_id, period_end }) {
    if (app.settings.BILLING !== 'sandbox') return
    await step(app, subscription_id, row => {
      // A failed payment is not tried again by itself; the owners pay it, or the grace ends.
      const isDue = row.period_end === period_end && (row.status === 'trialing' || row.status === 'active')
      return isDue ? renewed(row, !row.fails_later) : null
    })
  },
})

/** A subscription as its page shows it; null if there is none. */
export async function read(app: AppContext, subscription_id: string): Promise<store.SandboxRow | null> {
  const organization_id = organisationIn(subscription_id)
  if (organization_id === undefined) return null
  return runAsSystem(app, organization_id, async ctx => (await store.lock(ctx, subscription_id)) ?? null)
}
