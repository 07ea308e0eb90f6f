import { createHmac } from 'node:crypto'
import { type Asked, existing, ProviderDouble, Refused } from './provider-double'

interface Plan {
  id: string
  period: 'monthly' | 'yearly'
  item: { amount: number; currency: string }
  notes: Record<string, string>
}

interface Subscription {
  id: string
  plan_id: string
  status: string
  current_start: number | null
  current_end: number | null
  start_at: number | null
  ended_at: number | null
  created_at: number
  short_url: string
  has_scheduled_changes: boolean
  notes: Record<string, string>
}

interface Invoice {
  id: string
  subscription_id: string
  status: string
  amount: number
  currency: string
  short_url: string
  billing_start: number
  billing_end: number
  created_at: number
}

interface Order {
  id: string
  amount: number
  currency: string
  notes: Record<string, string>
}

const missing = new Refused(400, { code: 'BAD_REQUEST_ERROR', reason: 'input_validation_failed' })

/** Razorpay as its documentation describes it, as far as this server uses it. */
export class RazorpayDouble extends ProviderDouble {
  readonly #plans = new Map<string, Plan>()
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #invoices = new Map<string, Invoice>()
  readonly #orders = new Map<string, Order>()
  readonly #next = new Map<string, { plan_id?: string; ends?: boolean }>()
  protected readonly provider = 'razorpay'
  protected readonly authorization = `Basic ${Buffer.from('rzp_test_1:hidden-key').toString('base64')}`

  get settings(): Record<string, string> {
    return {
      BILLING: 'razorpay',
      RAZORPAY_KEY_ID: 'rzp_test_1',
      RAZORPAY_KEY_SECRET: 'hidden-key',
      RAZORPAY_WEBHOOK_SECRET: 'hidden-webhook',
      RAZORPAY_URL: this.url,
    }
  }

  protected readonly routes = {
    'GET /v1/plans': () => ({ items: [...this.#plans.values()] }),
    'GET /v1/plans/{id}': ({ id }: Asked) => existing(this.#plans, id, missing),
    'POST /v1/plans': ({ body }: Asked) =>
      this.#store(this.#plans, { ...(body as unknown as Plan), id: this.newId('plan') }),
    'POST /v1/subscriptions': ({ body }: Asked) => this.#makeSubscription(body),
    'GET /v1/subscriptions/{id}': ({ id }: Asked) => this.#subscription(id),
    'PATCH /v1/subscriptions/{id}': (asked: Asked) => this.#change(asked),
    'POST /v1/subscriptions/{id}/cancel': ({ id, body }: Asked) => this.#cancel(id, body.cancel_at_cycle_end === 1),
    'POST /v1/subscriptions/{id}/cancel_scheduled_changes': ({ id }: Asked) => {
      const subscription = this.#subscription(id)
      if (!subscription.has_scheduled_changes) throw missing
      this.#next.delete(id)
      subscription.has_scheduled_changes = false
      return subscription
    },
    'GET /v1/invoices': ({ query }: Asked) => ({
      items: [...this.#invoices.values()].filter(invoice => invoice.subscription_id === query.get('subscription_id')),
    }),
    'GET /v1/invoices/{id}': ({ id }: Asked) => existing(this.#invoices, id, missing),
    'POST /v1/orders': ({ body }: Asked) =>
      this.#store(this.#orders, { ...(body as unknown as Order), id: this.newId('order') }),
    'GET /v1/orders/{id}': ({ id }: Asked) => existing(this.#orders, id, missing),
    'PATCH /v1/orders/{id}': ({ id, body }: Asked) => Object.assign(existing(this.#orders, id, missing), body),
  }

  protected parse(text: string) {
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  }

  protected headersFor({ text, id }: { text: string; id: string }) {
    return { 'x-razorpay-signature': this.sign(text, 'hidden-webhook'), 'x-razorpay-event-id': id }
  }

  sign(text: string, secret: string): string {
    return createHmac('sha256', secret).update(text).digest('hex')
  }

  /** The customer agrees on the hosted page, and pays at once unless it begins later. */
  async pays(url: string | null): Promise<void> {
    const subscription = [...this.#subscriptions.values()].find(({ short_url }) => short_url === url)
    if (!subscription) throw new Error('There is no such page.')
    subscription.status = 'authenticated'
    await this.#tell('subscription.authenticated', { subscription })
    if (subscription.start_at === null) await this.#charge(subscription, this.now, true)
  }

  /** The checkout in the client pays an order; returns what it gives to the client. */
  async paysOrder(order_id: string) {
    const order = existing(this.#orders, order_id, missing)
    const { amount, currency } = order
    const payment = { id: this.newId('pay'), amount, currency, order_id, invoice_id: null, card: { last4: '1111' } }
    await this.#tell('order.paid', { order, payment })
    return { payment_id: payment.id, signature: this.sign(`${order_id}|${payment.id}`, 'hidden-key') }
  }

  async renews(isPaid = true): Promise<void> {
    const subscription = this.#current()
    const next = this.#next.get(subscription.id)
    if (next?.ends) return this.ends()
    if (next?.plan_id) Object.assign(subscription, { plan_id: next.plan_id, has_scheduled_changes: false })
    this.#next.delete(subscription.id)
    await this.#charge(subscription, subscription.current_end ?? subscription.start_at ?? this.now, isPaid)
  }

  async paysDue(): Promise<void> {
    const subscription = this.#current()
    const invoice = [...this.#invoices.values()].at(-1)
    if (!invoice) throw new Error('Nothing is due.')
    Object.assign(invoice, { status: 'paid' })
    subscription.status = 'active'
    await this.#tell('subscription.activated', { subscription })
    await this.#tell('subscription.charged', { subscription, payment: this.#payment(invoice) })
  }

  async ends(): Promise<void> {
    const subscription = this.#current()
    Object.assign(subscription, { status: 'cancelled', ended_at: this.now })
    await this.#tell('subscription.cancelled', { subscription })
  }

  async refunds(): Promise<void> {
    const [invoice] = this.#invoices.values()
    if (!invoice) throw new Error('Nothing was paid.')
    const payment = this.#payment(invoice)
    await this.#tell('refund.processed', {
      refund: { id: 'rfnd_1' },
      payment: { ...payment, amount_refunded: payment.amount },
    })
  }

  /** A report about something that another program made in the same account. */
  async reportsForeign(): Promise<void> {
    const [first] = this.#subscriptions.values()
    await this.#tell('subscription.updated', {
      subscription: { ...first, id: 'sub_other', status: 'active', notes: [] },
    })
    await this.#tell('payment.captured', { payment: { id: 'pay_other', amount: 100, currency: 'USD' } })
  }

  get statuses(): string[] {
    return [...this.#subscriptions.values()].map(({ status }) => status)
  }

  noteOf(order_id: string): string | undefined {
    return this.#orders.get(order_id)?.notes.reference
  }

  async #charge(subscription: Subscription, start: number, isPaid: boolean): Promise<void> {
    const plan = existing(this.#plans, subscription.plan_id, missing)
    const end = this.periodAfter(start, plan.period)
    Object.assign(subscription, { status: isPaid ? 'active' : 'pending', current_start: start, current_end: end })
    const invoice = this.#invoice(subscription, plan.item.amount, isPaid)
    if (!isPaid) return this.#tell('subscription.pending', { subscription })
    await this.#tell('subscription.charged', { subscription, payment: this.#payment(invoice) })
    await this.#tell('subscription.activated', { subscription })
  }

  #invoice(subscription: Subscription, amount: number, isPaid: boolean): Invoice {
    const id = this.newId('inv')
    return this.#store(this.#invoices, {
      ...{ id, subscription_id: subscription.id, status: isPaid ? 'paid' : 'issued', amount, currency: 'USD' },
      ...{ short_url: `https://rzp.example/i/${id}`, created_at: this.now },
      ...{ billing_start: subscription.current_start ?? 0, billing_end: subscription.current_end ?? 0 },
    })
  }

  #payment({ id, amount, currency }: Invoice) {
    return { id: this.newId('pay'), amount, currency, invoice_id: id, order_id: null, card: { last4: '4242' } }
  }

  #makeSubscription(body: Record<string, unknown>): object {
    const {
      plan_id,
      start_at = null,
      notes,
      expire_by,
      total_count,
    } = body as unknown as Subscription & {
      expire_by: number
      total_count: number
    }
    existing(this.#plans, plan_id, missing)
    if (!(total_count > 0) || expire_by <= this.now || (start_at !== null && start_at <= this.now)) throw missing
    const id = this.newId('sub')
    return this.#store(this.#subscriptions, {
      ...{ id, plan_id, status: 'created', current_start: null, current_end: null, start_at, ended_at: null },
      ...{ created_at: this.now, short_url: `https://rzp.example/s/${id}`, has_scheduled_changes: false, notes },
    })
  }

  #change({ id, body }: Asked): object {
    const subscription = this.#subscription(id)
    const { plan_id, schedule_change_at } = body as { plan_id: string; schedule_change_at: string }
    const plan = existing(this.#plans, plan_id, missing)
    if (schedule_change_at === 'cycle_end') {
      this.#next.set(id, { plan_id })
      subscription.has_scheduled_changes = true
      this.soon(() => this.#tell('subscription.updated', { subscription }))
      return subscription
    }
    if (this.declines) throw new Refused(400, { code: 'BAD_REQUEST_ERROR', reason: 'payment_failed' })
    const before = existing(this.#plans, subscription.plan_id, missing)
    subscription.plan_id = plan_id
    this.soon(() => this.#changed(subscription, plan.item.amount - before.item.amount))
    return subscription
  }

  async #changed(subscription: Subscription, amount: number): Promise<void> {
    const invoice = this.#invoice(subscription, amount, true)
    await this.#tell('subscription.updated', { subscription })
    await this.#tell('subscription.charged', { subscription, payment: this.#payment(invoice) })
  }

  #cancel(id: string, atEnd: boolean): object {
    const subscription = this.#subscription(id)
    if (subscription.status === 'cancelled' || (atEnd && subscription.current_end === null)) throw missing
    if (atEnd) {
      this.#next.set(id, { ends: true })
      // Nothing in the reports says that it ends.
      this.soon(() => this.#tell('subscription.updated', { subscription }))
      return subscription
    }
    Object.assign(subscription, { status: 'cancelled', ended_at: this.now })
    this.soon(() => this.#tell('subscription.cancelled', { subscription }))
    return subscription
  }

  #tell(event: string, payload: Record<string, object>): Promise<void> {
    const entities = Object.fromEntries(Object.entries(payload).map(([name, entity]) => [name, { entity }]))
    const about = { entity: 'event', account_id: 'acc_1', contains: Object.keys(payload) }
    return this.report(this.newId('event'), { ...about, event, payload: entities, created_at: this.now })
  }

  #current(): Subscription {
    const live = [...this.#subscriptions.values()]
      .filter(({ status }) => !['cancelled', 'created'].includes(status))
      .at(-1)
    if (!live) throw new Error('There is no subscription.')
    return live
  }

  #store<T extends { id: string }>(map: Map<string, T>, value: T): T {
    map.set(value.id, value)
    return value
  }

  #subscription = (id: string) => existing(this.#subscriptions, id, missing)
}
