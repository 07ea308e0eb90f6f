import { createHmac } from 'node:crypto'
import { type Asked, existing, ProviderDouble, Refused } from './provider-double'

interface Price {
  id: string
  lookup_key: string
  currency: string
  unit_amount: number
  recurring: { interval: 'month' | 'year' }
}

type Metadata = Record<string, string>

interface Subscription {
  id: string
  status: string
  cancel_at_period_end: boolean
  current_period_start: number
  current_period_end: number
  schedule: string | null
  metadata: Metadata
  price: string
}

interface Invoice {
  id: string
  amount_paid: number
  amount_due: number
  currency: string
  billing_reason: string
  hosted_invoice_url: string
  subscription: string
  subscription_details: { metadata: Metadata }
  lines: { data: { period: { start: number; end: number } }[] }
}

interface Session {
  id: string
  url: string
  mode: string
  metadata: Metadata
  subscription_data?: { trial_end?: string; billing_cycle_anchor?: string; metadata: Metadata }
  line_items: { price?: string; price_data?: { unit_amount: string; currency: string } }[]
}

const missing = new Refused(404, { type: 'invalid_request_error', code: 'resource_missing' })

/** `a[b][0]=c` as Stripe reads it. */
function nested(text: string): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = [...name.matchAll(/[^[\]]+/g)].map(([key]) => key)
    let at = root
    for (const key of keys.slice(0, -1)) {
      at[key] ??= {}
      at = at[key] as Record<string, unknown>
    }
    at[keys.at(-1) ?? ''] = value
  }
  return root
}

/** Stripe as its documentation describes it, as far as this server uses it. */
export class StripeDouble extends ProviderDouble {
  readonly #prices = new Map<string, Price>()
  readonly #sessions = new Map<string, Session>()
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #invoices = new Map<string, Invoice>()
  readonly #schedules = new Map<string, { subscription: string; next: { price: string; metadata: Metadata } | null }>()
  readonly #keys = new Map<string, object>()
  protected readonly provider = 'stripe'
  protected readonly authorization = 'Bearer sk_test_hidden'

  get settings(): Record<string, string> {
    return {
      BILLING: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_hidden',
      STRIPE_WEBHOOK_SECRET: 'whsec_hidden',
      STRIPE_URL: this.url,
    }
  }

  protected readonly routes = {
    'GET /v1/prices': ({ query }: Asked) => ({
      data: [...this.#prices.values()].filter(price => price.lookup_key === query.get('lookup_keys[]')),
    }),
    'POST /v1/prices': (asked: Asked) => this.#once(asked, () => this.#makePrice(asked.body)),
    'POST /v1/checkout/sessions': (asked: Asked) => this.#once(asked, () => this.#makeSession(asked.body)),
    'GET /v1/subscriptions/{id}': ({ id }: Asked) => this.#shown(this.#subscription(id)),
    'POST /v1/subscriptions/{id}': (asked: Asked) => this.#once(asked, () => this.#change(asked)),
    'DELETE /v1/subscriptions/{id}': ({ id }: Asked) => this.#ends(this.#subscription(id)),
    'POST /v1/subscription_schedules': (asked: Asked) => this.#once(asked, () => this.#makeSchedule(asked.body)),
    'POST /v1/subscription_schedules/{id}': (asked: Asked) => this.#plan(asked),
    'POST /v1/subscription_schedules/{id}/release': ({ id }: Asked) => this.#release(id),
    'GET /v1/charges/{id}': ({ id }: Asked) => {
      const invoice = existing(this.#invoices, id.replace('ch_', ''), missing)
      const { amount_paid: amount, currency } = invoice
      return { id, refunded: true, amount, currency, payment_intent: 'pi_1', invoice, metadata: {} }
    },
  }

  protected parse(text: string) {
    return nested(text)
  }

  protected headersFor({ text }: { text: string }) {
    return { 'stripe-signature': this.signatureOf(text, this.now) }
  }

  /** The header of a report; with a former signature too, as while a secret is replaced. */
  signatureOf(text: string, at: number, secret = 'whsec_hidden'): string {
    const signature = createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')
    return `t=${at},v1=${'0'.repeat(64)},v1=${signature},v0=ignored`
  }

  /** The customer pays on the hosted page. */
  async pays(url: string | null): Promise<void> {
    const session = [...this.#sessions.values()].find(made => made.url === url)
    if (!session) throw new Error('There is no such page.')
    const [line] = Object.values(session.line_items)
    if (session.mode === 'payment') {
      const { unit_amount = '0', currency = 'usd' } = line?.price_data ?? {}
      return this.#tell('checkout.session.completed', {
        ...{ id: session.id, mode: 'payment', payment_status: 'paid', payment_intent: this.newId('pi') },
        ...{ amount_total: Number(unit_amount), currency, metadata: session.metadata },
      })
    }
    const price = existing(this.#prices, line?.price ?? '', missing)
    const { trial_end, billing_cycle_anchor, metadata = {} } = session.subscription_data ?? {}
    const free = trial_end ?? billing_cycle_anchor
    const subscription: Subscription = {
      ...{ id: this.newId('sub'), status: trial_end ? 'trialing' : 'active', cancel_at_period_end: false },
      ...{ current_period_start: this.now, current_period_end: Number(free ?? this.#end(price, this.now)) },
      ...{ schedule: null, metadata, price: price.id },
    }
    this.#subscriptions.set(subscription.id, subscription)
    // Reports of one moment arrive in no particular order.
    await this.#invoice(subscription, free ? 0 : price.unit_amount, true, 'subscription_create')
    await this.#tell('customer.subscription.created', this.#shown(subscription))
    await this.#tell('checkout.session.completed', {
      ...{ id: session.id, mode: 'subscription', payment_status: 'paid', metadata: session.metadata },
    })
  }

  /** The end of the period of the only subscription that is not over. */
  async renews(isPaid = true): Promise<void> {
    const subscription = this.#current()
    if (subscription.cancel_at_period_end) return this.ends()
    const next = subscription.schedule ? this.#schedules.get(subscription.schedule)?.next : null
    if (next)
      Object.assign(subscription, { price: next.price, metadata: { ...subscription.metadata, ...next.metadata } })
    const price = existing(this.#prices, subscription.price, missing)
    const start = subscription.current_period_end
    subscription.current_period_start = start
    subscription.current_period_end = this.#end(price, start)
    subscription.status = isPaid ? 'active' : 'past_due'
    await this.#tell('customer.subscription.updated', this.#shown(subscription))
    await this.#invoice(subscription, price.unit_amount, isPaid, 'subscription_cycle')
  }

  async paysDue(): Promise<void> {
    const subscription = this.#current()
    const invoice = [...this.#invoices.values()].at(-1)
    if (!invoice) throw new Error('Nothing is due.')
    invoice.amount_paid = invoice.amount_due
    await this.#tell('invoice.paid', invoice)
    subscription.status = 'active'
    await this.#tell('customer.subscription.updated', this.#shown(subscription))
  }

  async ends(): Promise<void> {
    this.#ends(this.#current())
    await this.settled()
  }

  async refunds(): Promise<void> {
    const [paid] = [...this.#invoices.values()].filter(({ amount_paid }) => amount_paid > 0)
    await this.#tell('charge.refunded', { id: `ch_${paid?.id}`, refunded: true })
  }

  /** A report about something that another program made in the same account. */
  async reportsForeign(): Promise<void> {
    const [first] = this.#subscriptions.values()
    if (!first) throw new Error('There is no subscription.')
    const foreign = { ...first, id: 'sub_other', status: 'active', metadata: {} }
    await this.#tell('customer.subscription.updated', this.#shown(foreign))
    await this.#tell('product.created', { id: 'prod_1' })
  }

  get statuses(): string[] {
    return [...this.#subscriptions.values()].map(({ status }) => status)
  }

  #tell(type: string, object: object): Promise<void> {
    const id = this.newId('evt')
    return this.report(id, { id, type, created: this.now, api_version: '2024-06-20', data: { object } })
  }

  /** The same key answers the same, and does nothing again. */
  #once({ headers }: Asked, work: () => object): object {
    const key = String(headers['idempotency-key'])
    if (!headers['idempotency-key']) throw new Refused(400, { code: 'no_key' })
    const known = this.#keys.get(key) ?? work()
    this.#keys.set(key, known)
    return known
  }

  #makePrice(body: Record<string, unknown>): object {
    const { lookup_key, currency, unit_amount, recurring } = body as unknown as Price
    const price = { id: this.newId('price'), lookup_key, currency, unit_amount: Number(unit_amount), recurring }
    this.#prices.set(price.id, price)
    return price
  }

  #makeSession(body: Record<string, unknown>): object {
    const id = this.newId('cs')
    const session = { ...(body as unknown as Session), id, url: `https://checkout.stripe.example/c/pay/${id}#${id}` }
    const price = Object.values(session.line_items)[0]?.price
    if (session.mode === 'subscription') existing(this.#prices, price ?? '', missing)
    this.#sessions.set(id, session)
    return session
  }

  #change({ id, body }: Asked): object {
    const subscription = this.#subscription(id)
    if (subscription.schedule) throw new Refused(400, { code: 'resource_is_scheduled' })
    const { items, metadata, cancel_at_period_end } = body as {
      items?: { 0: { price: string } }
      metadata?: Metadata
      cancel_at_period_end: string
    }
    if (items && this.declines) throw new Refused(402, { type: 'card_error', code: 'card_declined' })
    const before = existing(this.#prices, subscription.price, missing)
    if (items)
      Object.assign(subscription, { price: items[0].price, metadata: { ...subscription.metadata, ...metadata } })
    subscription.cancel_at_period_end = cancel_at_period_end === 'true'
    const { unit_amount } = existing(this.#prices, subscription.price, missing)
    this.soon(() => this.#changed(subscription, items ? unit_amount - before.unit_amount : 0))
    return this.#shown(subscription)
  }

  async #changed(subscription: Subscription, amount: number): Promise<void> {
    if (amount > 0) await this.#invoice(subscription, amount, true, 'subscription_update')
    await this.#tell('customer.subscription.updated', this.#shown(subscription))
  }

  #makeSchedule({ from_subscription }: Record<string, unknown>): object {
    const subscription = this.#subscription(String(from_subscription))
    const id = this.newId('sub_sched')
    this.#schedules.set(id, { subscription: subscription.id, next: null })
    subscription.schedule = id
    const { current_period_start: start_date, current_period_end: end_date } = subscription
    return { id, current_phase: { start_date, end_date }, phases: [{ trial_end: null }] }
  }

  #plan({ id, body }: Asked): object {
    const schedule = existing(this.#schedules, id, missing)
    const [now, next] = Object.values(
      body.phases as Record<string, { items: { 0: { price: string } }; metadata: Metadata }>,
    )
    const subscription = this.#subscription(schedule.subscription)
    if (now?.items[0].price !== subscription.price || !next) throw new Refused(400, { code: 'wrong_phases' })
    schedule.next = { price: next.items[0].price, metadata: next.metadata }
    this.soon(() => this.#tell('customer.subscription.updated', this.#shown(subscription)))
    return { id }
  }

  #release(id: string): object {
    this.#subscription(existing(this.#schedules, id, missing).subscription).schedule = null
    return { id }
  }

  #ends(subscription: Subscription): object {
    subscription.status = 'canceled'
    this.soon(() => this.#tell('customer.subscription.deleted', this.#shown(subscription)))
    return this.#shown(subscription)
  }

  async #invoice(subscription: Subscription, amount: number, isPaid: boolean, billing_reason: string): Promise<void> {
    const { current_period_start: start, current_period_end: end, metadata } = subscription
    const id = this.newId('in')
    const invoice: Invoice = {
      ...{ id, amount_due: amount, amount_paid: isPaid ? amount : 0, currency: 'usd', billing_reason },
      ...{ hosted_invoice_url: `https://invoice.stripe.example/i/${id}`, subscription: subscription.id },
      ...{ subscription_details: { metadata }, lines: { data: [{ period: { start, end } }] } },
    }
    this.#invoices.set(id, invoice)
    await this.#tell(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
  }

  #shown({ price, ...subscription }: Subscription): object {
    const newest = [...this.#invoices.values()].filter(invoice => invoice.subscription === subscription.id).at(-1)
    return {
      ...subscription,
      items: { data: [{ id: 'si_1', price: this.#prices.get(price) }] },
      latest_invoice: newest ?? null,
      default_payment_method: { card: { last4: '4242' } },
    }
  }

  #current(): Subscription {
    const live = [...this.#subscriptions.values()].filter(({ status }) => status !== 'canceled').at(-1)
    if (!live) throw new Error('There is no subscription.')
    return live
  }

  #subscription = (id: string) => existing(this.#subscriptions, id, missing)
  #end = (price: Price, start: number) =>
    this.periodAfter(start, price.recurring.interval === 'month' ? 'monthly' : 'yearly')
}
