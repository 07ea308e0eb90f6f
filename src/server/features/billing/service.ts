import type {
  BillingInterval,
  checkSignature,
  createOrder,
  downgradeSubscription,
  PaidPlan,
  PaymentOrder,
  Plan,
  PlanUse,
  Subscription,
  subscribe,
  updateOrder,
  upgradeSubscription,
} from '#shared/contract/billing/endpoints'
import { billing as limits } from '#shared/contract/billing/limits'
import type { Body } from '#shared/contract/endpoint'
import { apiError } from '#shared/errors'
import { rankOfPlan } from '#shared/rules/plans'
import type { PreflightContext } from '../../platform/http/route'
import {
  type MadeOrder,
  PaymentDeclined,
  ProviderFailed,
  type SubscriptionChange,
} from '../../platform/payments/provider'
import type { MemberContext, UserContext } from '../../platform/request-context'
import { countJobs } from '../jobs/service'
import { countMembers, countOpenInvites, ownersOf } from '../organisations/service'
import { countCameras } from '../sources/service'
import { providerOf } from './payment-provider'
import { plansOf, priceOf } from './prices'
import { effective, isLive } from './rules'
import * as store from './store'
import { openSince, orderFrom, subscriptionFrom } from './subscription-from'

/** The provider is called before a call's transaction, because it may be slow; what is stored here is only what was ordered. */

export const plans = async ({ app }: UserContext): Promise<Plan[]> =>
  app.settings.BILLING === 'off' ? [] : plansOf(app)

export async function read(ctx: MemberContext): Promise<Subscription> {
  providerOf(ctx.app)
  return subscriptionFrom(ctx)
}

/** How much of each limit is used, for everybody who may meet one. */
export async function use(ctx: MemberContext): Promise<PlanUse> {
  providerOf(ctx.app)
  const [members, invited, cameras, { active }] = await Promise.all([
    countMembers(ctx),
    countOpenInvites(ctx, []),
    countCameras(ctx),
    countJobs(ctx),
  ])
  return { plan_id: ctx.member.plan_id, used: { members: members + invited, cameras, active_jobs: active } }
}

/** Turns a failure of the provider into an answer, and logs it without what was sent. */
async function atProvider<T>({ app }: PreflightContext, work: Promise<T>): Promise<T> {
  return work.catch(error => {
    if (!(error instanceof ProviderFailed)) throw error
    app.log.warn({ err: error }, 'The payment provider failed.')
    throw apiError(error instanceof PaymentDeclined ? 'billing.declined' : 'billing.provider_failed')
  })
}

interface Wanted {
  plan_id: PaidPlan
  interval: BillingInterval
}

interface Made extends MadeOrder {
  isNew: boolean
}

/**
 * Orders a plan at the provider, or finds the order that is still open, so that nobody pays twice for trying twice. The
 * first subscription begins with a trial; one of the same plan as a subscription that is about to end is first paid when
 * that ends.
 */
export async function order(preflight: PreflightContext, wanted: Body<typeof subscribe>): Promise<Made> {
  const { app } = preflight
  const provider = providerOf(app)
  const found = await preflight.runAsMember(async ctx => {
    const now = Date.parse(ctx.now)
    const rows = await store.subscriptionsOf(ctx)
    const current = effective(rows, now)
    const isEnding = current?.ends_at_period_end || current?.renews === false
    if (current && isLive(current, now) && !isEnding) throw apiError('billing.already_subscribed')
    const open = await store.openOrder(ctx, openSince(ctx.now))
    const email = (await ownersOf(ctx)).find(({ user_id }) => user_id === ctx.caller.user_id)?.email ?? null
    const { organization_id } = ctx
    if (rows.length === 0)
      return { open, email, organization_id, starts_at: new Date(now + limits.trial).toISOString(), is_trial: true }
    const rank = current && isLive(current, now) ? rankOfPlan(current.plan_id) : null
    if (rank !== null && rankOfPlan(wanted.plan_id) < rank) throw apiError('billing.not_changeable')
    // A larger plan begins at once, because what was paid for the smaller one does not pay for it.
    const follows = current && rank === rankOfPlan(wanted.plan_id) ? current.period_end : null
    return { open, email, organization_id, starts_at: follows, is_trial: false }
  })
  const { open, ...rest } = found
  if (open && open.plan_id === wanted.plan_id && open.billing_interval === wanted.interval)
    return { order_id: open.order_id, subscription_id: open.subscription_id, short_url: open.short_url, isNew: false }
  const made = await atProvider(
    preflight,
    provider.subscribe({ ...rest, ...wanted, ...priceOf(app, wanted.plan_id, wanted.interval) }),
  )
  return { ...made, isNew: true }
}

async function storeOrder(
  ctx: MemberContext,
  wanted: Wanted,
  { isNew, ...made }: Made,
  renews: boolean,
): Promise<void> {
  if (!isNew) return
  const { plan_id, interval } = wanted
  await store.insertOrder(ctx, {
    ...made,
    ...priceOf(ctx.app, plan_id, interval),
    plan_id,
    billing_interval: interval,
    renews,
    created_by: ctx.caller.user_id,
  })
  await ctx.audit({
    kind: 'billing.ordered',
    subject: `order:${made.order_id}`,
    details: { plan_id, interval, renews },
  })
}

export async function ordered(ctx: MemberContext, wanted: Body<typeof subscribe>, made: Made): Promise<Subscription> {
  await storeOrder(ctx, wanted, made, true)
  return subscriptionFrom(ctx)
}

export async function orderOnce(preflight: PreflightContext, wanted: Body<typeof createOrder>): Promise<Made> {
  const { app } = preflight
  const provider = providerOf(app)
  const found = await preflight.runAsMember(async ctx => {
    const now = Date.parse(ctx.now)
    const current = effective(await store.subscriptionsOf(ctx), now)
    if (current?.renews && isLive(current, now)) throw apiError('billing.already_subscribed')
    const email = (await ownersOf(ctx)).find(({ user_id }) => user_id === ctx.caller.user_id)?.email ?? null
    return { email, organization_id: ctx.organization_id }
  })
  const price = priceOf(app, wanted.plan_id, wanted.interval)
  const made = await atProvider(
    preflight,
    provider.orderOnce({ ...found, ...wanted, ...price, starts_at: null, is_trial: false }),
  )
  return { ...made, isNew: true }
}

export async function orderedOnce(
  ctx: MemberContext,
  wanted: Body<typeof createOrder>,
  made: Made,
): Promise<PaymentOrder> {
  await storeOrder(ctx, wanted, made, false)
  return orderOf(ctx, made.order_id)
}

async function orderOf(ctx: MemberContext, order_id: string): Promise<PaymentOrder> {
  const [row, rows] = await Promise.all([store.findOrder(ctx, order_id), store.subscriptionsOf(ctx)])
  if (!row) throw apiError('billing.order_not_found')
  return orderFrom(providerOf(ctx.app), row, rows)
}

export async function noteOrder(preflight: PreflightContext, body: Body<typeof updateOrder>): Promise<null> {
  const provider = providerOf(preflight.app)
  const organization_id = await preflight.runAsMember(async ctx => {
    const { status } = await orderOf(ctx, body.order_id)
    if (status === 'paid') throw apiError('billing.order_paid')
    return ctx.organization_id
  })
  await atProvider(preflight, provider.noteOrder(organization_id, body.order_id, body.reference))
  return null
}

export async function noted(ctx: MemberContext, body: Body<typeof updateOrder>): Promise<PaymentOrder> {
  await store.setReference(ctx, body.order_id, body.reference)
  return orderOf(ctx, body.order_id)
}

/** What the provider's checkout returned is a hint: if it is signed, the client waits for the report. */
export async function checkReturned(ctx: MemberContext, body: Body<typeof checkSignature>): Promise<Subscription> {
  const provider = providerOf(ctx.app)
  const order = await store.findOrder(ctx, body.order_id)
  if (!order) throw apiError('billing.order_not_found')
  const isSigned = provider.isSigned({ ...body, order_id: order.order_id, subscription_id: order.subscription_id })
  if (!isSigned) throw apiError('billing.wrong_signature')
  return subscriptionFrom(ctx)
}

/** The change that the provider accepted, to be shown until it reports the same. */
type Accepted = { subscription_id: string; shown: Partial<store.SubscriptionRow> } | { ordered: Made; wanted: Wanted }

/** Has the provider change the subscription that is live. `choose` refuses, or says what to change. */
async function change(
  preflight: PreflightContext,
  choose: (row: store.SubscriptionRow) => { change: SubscriptionChange; shown: Partial<store.SubscriptionRow> },
): Promise<Accepted> {
  const provider = providerOf(preflight.app)
  const { row, organization_id } = await preflight.runAsMember(async ctx => {
    const row = effective(await store.subscriptionsOf(ctx), Date.parse(ctx.now))
    if (!row || !isLive(row, Date.parse(ctx.now))) throw apiError('billing.no_subscription')
    if (!row.renews) throw apiError('billing.not_changeable')
    return { row, organization_id: ctx.organization_id }
  })
  const { change, shown } = choose(row)
  const { subscription_id, plan_id, next_plan_id, billing_interval: interval } = row
  await atProvider(
    preflight,
    provider.change({ organization_id, subscription_id, plan_id, next_plan_id, interval }, change),
  )
  return { subscription_id, shown }
}

export const upgrade = (preflight: PreflightContext, { plan_id }: Body<typeof upgradeSubscription>) =>
  change(preflight, row => {
    if (row.status === 'past_due' || rankOfPlan(plan_id) <= rankOfPlan(row.plan_id))
      throw apiError('billing.not_changeable')
    const interval = row.billing_interval
    const { amount } = priceOf(preflight.app, plan_id, interval)
    return { change: { kind: 'upgrade', plan_id, interval, amount }, shown: {} }
  })

const atPeriodEnd = { change: { kind: 'cancel', at_once: false }, shown: { ends_at_period_end: true } } as const

export const cancel = (preflight: PreflightContext) => change(preflight, () => atPeriodEnd)

export const downgrade = (preflight: PreflightContext, { plan_id }: Body<typeof downgradeSubscription>) =>
  change(preflight, row => {
    if (plan_id === 'free') return atPeriodEnd
    if (row.status === 'past_due' || row.ends_at_period_end || rankOfPlan(plan_id) >= rankOfPlan(row.plan_id))
      throw apiError('billing.not_changeable')
    const interval = row.billing_interval
    const { amount } = priceOf(preflight.app, plan_id, interval)
    return { change: { kind: 'downgrade', plan_id, interval, amount }, shown: { next_plan_id: plan_id } }
  })

export async function resume(preflight: PreflightContext): Promise<Accepted> {
  const row = await preflight.runAsMember(async ctx => effective(await store.subscriptionsOf(ctx), Date.parse(ctx.now)))
  if (row?.ends_at_period_end && providerOf(preflight.app).resumesByNewOrder) {
    const wanted = { plan_id: row.plan_id, interval: row.billing_interval }
    return { ordered: await order(preflight, wanted), wanted }
  }
  return change(preflight, live => {
    if (!live.ends_at_period_end && live.next_plan_id === null) throw apiError('billing.not_changeable')
    return { change: { kind: 'resume' }, shown: { ends_at_period_end: false, next_plan_id: null } }
  })
}

export async function changed(ctx: MemberContext, _body: unknown, accepted: Accepted): Promise<Subscription> {
  if ('ordered' in accepted) return ordered(ctx, accepted.wanted, accepted.ordered)
  const row = (await store.lockSubscriptions(ctx)).find(row => row.subscription_id === accepted.subscription_id)
  if (row && Object.keys(accepted.shown).length > 0)
    await store.saveSubscription(ctx, { ...row, ...accepted.shown, change_at: ctx.now })
  await ctx.audit({
    kind: 'billing.changed',
    subject: `subscription:${accepted.subscription_id}`,
    details: accepted.shown,
  })
  return subscriptionFrom(ctx)
}
