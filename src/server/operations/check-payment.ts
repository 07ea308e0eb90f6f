import { webhookPath } from '#shared/contract/billing/endpoints'
import type { Settings } from '../settings'
import { type Answer, fix, note, ok } from './answer'
import { statusOf } from './status-of'

/** What doctor asks a provider: the settings that have the form of its keys, and a harmless question for its API. */
interface Provider {
  name: string
  /** Names of settings; never their values, which are secrets. */
  keys: string
  /** The settings whose text is not what the provider gives out. */
  misshapen: string[]
  isTest: boolean
  question: URL
  authorization: string
}

type PaidBy = Exclude<Settings['BILLING'], 'off' | 'sandbox'>

/** Keys that were cut off when they were copied are shorter, and those with a space in them were copied with something else. */
const isWhole = (text: string | undefined, least: number) =>
  text !== undefined && /^\S+$/.test(text) && text.length >= least

const providers: Record<PaidBy, (settings: Settings) => Provider> = {
  stripe: ({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_URL }) => ({
    name: 'Stripe',
    keys: 'STRIPE_SECRET_KEY',
    misshapen: [
      ...(/^(sk|rk)_(live|test)_[A-Za-z0-9_]{16,}$/.test(key ?? '') ? [] : ['STRIPE_SECRET_KEY']),
      ...(isWhole(secret, 'whsec_'.length + 16) ? [] : ['STRIPE_WEBHOOK_SECRET']),
    ],
    isTest: /^.k_test_/.test(key ?? ''),
    question: new URL('/v1/prices?limit=1', STRIPE_URL),
    authorization: `Bearer ${key}`,
  }),
  razorpay: ({ RAZORPAY_KEY_ID: id, RAZORPAY_KEY_SECRET: key, RAZORPAY_WEBHOOK_SECRET: secret, RAZORPAY_URL }) => ({
    name: 'Razorpay',
    keys: 'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET',
    misshapen: [
      ...(/^rzp_(live|test)_[A-Za-z0-9]{10,}$/.test(id ?? '') ? [] : ['RAZORPAY_KEY_ID']),
      ...(isWhole(key, 16) ? [] : ['RAZORPAY_KEY_SECRET']),
      ...(isWhole(secret, 8) ? [] : ['RAZORPAY_WEBHOOK_SECRET']),
    ],
    isTest: id?.startsWith('rzp_test_') === true,
    question: new URL('/v1/plans?count=1', RAZORPAY_URL),
    authorization: `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`,
  }),
}

/**
 * Whether plans can be paid: keys of the right form that the provider accepts, and an address to which it can report.
 * The report's signature can only be proved by the provider, so the server is asked without one and must refuse.
 */
export async function checkPayment(settings: Settings): Promise<Answer> {
  const { BILLING, PUBLIC_URL } = settings
  if (BILLING === 'off') return ok('off; every workspace has everything')
  if (BILLING === 'sandbox')
    return note('only the sandbox, where no money moves. Set BILLING to stripe, razorpay or off')
  const { name, keys, misshapen, isTest, question, authorization } = providers[BILLING](settings)
  if (misshapen.length > 0) return fix(`${misshapen.join(' and ')} cannot be right; copy them from ${name} once more`)
  const status = await statusOf(question, { authorization }).catch(() => null)
  if (status === null) return fix(`${question.host} does not answer; check the connection of this server`)
  if (status === 401 || status === 403) return fix(`${name} refused the key (${status}); check ${keys}`)
  if (status >= 400) return fix(`${name} answered ${status} to a harmless question; look at its status page`)
  if (!PUBLIC_URL?.startsWith('https:')) return fix(`${name} reports payments to an https address; set PUBLIC_URL`)
  const address = new URL(webhookPath.replace('{provider}', BILLING), PUBLIC_URL)
  return (
    (await problemWith(address)) ??
    (isTest
      ? note(`${name} knows the key, which is one for tests: no money moves`)
      : ok(`${name} knows the key, and ${address.href} is open for its reports`))
  )
}

/** What is wrong with the address for reports, as seen from this computer. */
async function problemWith(address: URL): Promise<Answer | null> {
  const status = await statusOf(address, { method: 'POST' }).catch(() => null)
  // This server refuses a report without a signature.
  if (status === 400) return null
  if (status === null)
    return fix(`${address.href} does not answer this computer; start the server, or let the proxy lead there`)
  return fix(`${address.href} answered ${status}, so another program answers there; let the proxy lead to this server`)
}
