import { createECDH } from 'node:crypto'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { z } from 'zod'
import { apiError } from '#shared/errors'
import type { AppContext } from '../app-context'
import { checkAddress, hostOf, pinned, type ResolvedAddress } from '../media/guard'
import { vapidKeys } from './vapid'

const bytesIn = (text: string) => Buffer.from(text, 'base64url').length

/** A push subscription as browsers serialise it. */
const PushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(1_000),
  keys: z.object({
    p256dh: z.string().max(120).refine(isPoint),
    auth: z
      .string()
      .max(40)
      .refine(text => bytesIn(text) === 16),
  }),
})
export type PushSubscription = z.infer<typeof PushSubscription>

/** Whether a text is a point on the curve of the keys, in base64url: nothing can be encrypted for any other. */
function isPoint(text: string): boolean {
  if (bytesIn(text) !== 65) return false
  try {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    return pair.computeSecret(Buffer.from(text, 'base64url')).length > 0
  } catch {
    return false
  }
}

/** Refuses what is no push subscription, and addresses that this server does not push to. */
export async function parseSubscription(app: AppContext, token: string): Promise<PushSubscription> {
  const parsed = PushSubscription.safeParse(jsonOf(token))
  if (!parsed.success) throw apiError('push.token_invalid')
  await checkedAddresses(app, new URL(parsed.data.endpoint))
  return parsed.data
}

function jsonOf(token: string): unknown {
  try {
    return JSON.parse(token)
  } catch {
    return undefined
  }
}

/**
 * The addresses of a push service, after the same check as for cameras [D35]: a subscription comes from outside, so its
 * address could lead into the network of the server.
 */
async function checkedAddresses({ settings }: AppContext, url: URL): Promise<readonly ResolvedAddress[]> {
  const allowed = settings.PUSH_ALLOWED_NETWORKS
  if (url.protocol !== 'https:' && allowed.length === 0) throw apiError('push.address_refused')
  return checkAddress(url, allowed).catch(() => {
    throw apiError('push.address_refused')
  })
}

/** The subscription no longer exists, or this server may not push to it. */
export class SubscriptionEnded extends Error {
  override name = 'SubscriptionEnded'
}

export interface PushMessage {
  payload: string
  /** At most 32 characters of base64url: a newer message with it replaces one that was not delivered yet. */
  topic: string
}

/** How long a push service keeps a message for a device that is off, in seconds. */
const keptFor = 86_400
const timeout = 15_000

/**
 * Encrypts a message for a browser [RFC 8291] and hands it to its push service. Throws {@link SubscriptionEnded}, and
 * other errors that may pass. Redirects are not followed. The library is loaded with the first message.
 */
export async function sendPush(app: AppContext, to: PushSubscription, message: PushMessage): Promise<void> {
  const { default: webPush } = await import('web-push')
  const url = new URL(to.endpoint)
  const addresses = await checkedAddresses(app, url).catch(error => {
    throw new SubscriptionEnded('The address is refused.', { cause: error })
  })
  const details = webPush.generateRequestDetails(to, message.payload, {
    vapidDetails: { subject: contactOf(app), ...vapidKeys(app) },
    TTL: keptFor,
    topic: message.topic,
    contentEncoding: 'aes128gcm',
  })
  const status = await post(url, addresses, details.headers as Record<string, string>, details.body)
  if (status === 404 || status === 410) throw new SubscriptionEnded(`The push service answered ${status}.`)
  if (status < 200 || status >= 300) throw new Error(`The push service answered ${status}.`)
}

/** Where push services reach the operator. */
function contactOf(app: AppContext): string {
  const address = app.publicUrl()
  if (address.startsWith('https:')) return address
  const [, mail = app.settings.MAIL_FROM] = /<(.+)>/.exec(app.settings.MAIL_FROM) ?? []
  return `mailto:${mail}`
}

function post(
  url: URL,
  addresses: readonly ResolvedAddress[],
  headers: Record<string, string>,
  body: Buffer | null,
): Promise<number> {
  const options = {
    method: 'POST',
    host: hostOf(url),
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host },
    lookup: pinned(addresses),
    // A reused connection would bypass the check.
    agent: false,
    signal: AbortSignal.timeout(timeout),
  }
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? secureRequest(options) : plainRequest(options)
    request.on('response', response => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('error', reject)
    request.end(body)
  })
}
