import { z } from 'zod'
import { planNames } from '#shared/rules/plan-names'
import type { AppContext } from '../../../platform/app-context'
import type { NewOrder } from '../../../platform/payments/provider'
import { type ProviderRequest, providerApi } from '../../../platform/payments/provider-api'
import { Plan, PlanNotes, Plans } from './objects'

export interface RazorpayApi {
  get<T>(path: string, answer: z.ZodType<T>): Promise<T>
  /** Razorpay knows no idempotency keys, so what may have been done is repeated only if that does no harm. */
  send<T>(
    method: ProviderRequest['method'],
    path: string,
    body: object,
    answer: z.ZodType<T>,
    options: { isRepeatable: boolean },
  ): Promise<T>
  /** The plan at Razorpay with what a plan costs here. It is made when it is first needed. */
  planFor(wanted: Pick<NewOrder, 'plan_id' | 'interval' | 'amount' | 'currency'>): Promise<string>
  /** What a plan at Razorpay is here; null if this server did not make it. */
  notesOf(plan: string): Promise<PlanNotes | null>
}

const pageSize = 100
/** Plans cannot be deleted, but there is one for each price that was ever in use, and not more. */
const mostPages = 20

const PlanKey = z.object({ wheelhouse: z.string() })

export function razorpayApi({ settings, clock }: Pick<AppContext, 'settings' | 'clock'>): RazorpayApi {
  const credentials = `${settings.RAZORPAY_KEY_ID ?? ''}:${settings.RAZORPAY_KEY_SECRET ?? ''}`
  const api = providerApi({
    name: 'Razorpay',
    base: settings.RAZORPAY_URL,
    authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    clock,
  })
  const get: RazorpayApi['get'] = (path, answer) => api.send({ method: 'GET', path, isRepeatable: true }, answer)
  const send: RazorpayApi['send'] = (method, path, body, answer, { isRepeatable }) =>
    api.send(
      {
        method,
        path,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        isRepeatable,
      },
      answer,
    )

  const ids = new Map<string, string>()
  const notes = new Map<string, PlanNotes | null>()

  async function findPlan(key: string): Promise<string | undefined> {
    for (let page = 0; page < mostPages; page += 1) {
      const { items } = await get(`/v1/plans?count=${pageSize}&skip=${page * pageSize}`, Plans)
      const found = items.find(plan => PlanKey.safeParse(plan.notes).data?.wheelhouse === key)
      if (found || items.length < pageSize) return found?.id
    }
    return undefined
  }

  return {
    get,
    send,
    async planFor({ plan_id, interval, amount, currency }) {
      const key = [plan_id, interval, amount, currency].join('_').toLowerCase()
      const known = ids.get(key) ?? (await findPlan(key))
      if (known) {
        ids.set(key, known)
        return known
      }
      const plan = {
        period: interval,
        interval: 1,
        item: { name: `Wheelhouse ${planNames[plan_id]}`, amount, currency },
        notes: { wheelhouse: key, plan_id, interval },
      }
      const { id } = await send('POST', '/v1/plans', plan, Plan, { isRepeatable: true })
      ids.set(key, id)
      return id
    },
    async notesOf(plan) {
      const known = notes.get(plan)
      if (known !== undefined) return known
      const read = PlanNotes.safeParse((await get(`/v1/plans/${plan}`, Plan)).notes).data ?? null
      notes.set(plan, read)
      return read
    },
  }
}
