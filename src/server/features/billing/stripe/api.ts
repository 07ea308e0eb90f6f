import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { AppContext } from '../../../platform/app-context'
import { providerApi } from '../../../platform/payments/provider-api'

/** A value that Stripe's form encoding can write. */
type FormValue = string | number | boolean | null | undefined | readonly FormValue[] | { [key: string]: FormValue }

/** The version of the API whose answers are read. */
const version = '2024-06-20'

/** Nested values as Stripe reads them from a form: `items[0][price]=…`. Null and undefined are left out. */
export function formOf(values: { [key: string]: FormValue }): URLSearchParams {
  const form = new URLSearchParams()
  const add = (name: string, value: FormValue): void => {
    if (value === null || value === undefined) return
    if (typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) add(name === '' ? key : `${name}[${key}]`, inner)
    else form.append(name, String(value))
  }
  add('', values)
  return form
}

export interface StripeApi {
  get<T>(path: string, answer: z.ZodType<T>): Promise<T>
  /** Repeated attempts have the same key, so that they have one effect; a fixed key also joins separate calls. */
  post<T>(path: string, values: { [key: string]: FormValue }, answer: z.ZodType<T>, key?: string): Promise<T>
  delete<T>(path: string, answer: z.ZodType<T>): Promise<T>
}

export function stripeApi({ settings, clock }: Pick<AppContext, 'settings' | 'clock'>): StripeApi {
  const api = providerApi({
    name: 'Stripe',
    base: settings.STRIPE_URL,
    authorization: `Bearer ${settings.STRIPE_SECRET_KEY ?? ''}`,
    clock,
  })
  const headers = { 'stripe-version': version }
  return {
    get: (path, answer) => api.send({ method: 'GET', path, headers, isRepeatable: true }, answer),
    post: (path, values, answer, key = randomUUID()) =>
      api.send(
        {
          method: 'POST',
          path,
          headers: {
            ...headers,
            'idempotency-key': key,
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: formOf(values).toString(),
          isRepeatable: true,
        },
        answer,
      ),
    delete: (path, answer) => api.send({ method: 'DELETE', path, headers, isRepeatable: true }, answer),
  }
}
