import ky from 'ky'
import { z } from 'zod'
import type { Endpoint, Input } from '#shared/contract/endpoint'
import { getSignInOptions, SignInOptions } from '#shared/contract/profile/endpoints'
import { getTokens, Tokens } from '#shared/contract/session/endpoints'
import { grantUpload, UploadGrant } from '#shared/contract/sources/endpoints'
import { isPassing } from '#shared/rules/retry'

/** Electron’s own `fetch`, which uses the proxy and the certificates of the system. */
export type Fetch = typeof globalThis.fetch

/** How long the server may take to answer, in milliseconds. */
const requestTimeout = 15_000

/** Calls without retries and without cookies; the callers decide what an error means. */
const http = ky.create({
  headers: { Accept: 'application/json' },
  credentials: 'omit',
  timeout: requestTimeout,
  retry: 0,
  throwHttpErrors: false,
})

const Health = z.object({ data: z.object({ live: z.literal(true) }) })
const Options = z.object({ data: SignInOptions })

export type ServerCheck =
  | { ok: true; address: string }
  | { ok: false; reason: 'not_an_address' | 'unreachable' | 'not_wheelhouse' }

/** Whether a Wheelhouse server answers at a typed address. Without a scheme, https is tried first. */
export async function checkServer(typed: string, fetch: Fetch): Promise<ServerCheck> {
  const addresses = addressesOf(typed)
  let result: ServerCheck = { ok: false, reason: 'not_an_address' }
  for (const address of addresses) {
    result = await ask(address, fetch)
    if (result.ok) return result
  }
  return result
}

function addressesOf(typed: string): string[] {
  const text = typed.trim().replace(/\/+$/, '')
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? [text] : [`https://${text}`, `http://${text}`]
  return written.filter(isServerAddress).map(address => new URL(address).origin)
}

function isServerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && hostname !== '' && !username && !password
}

async function ask(address: string, fetch: Fetch): Promise<ServerCheck> {
  let answer: Response
  try {
    answer = await http(`${address}/healthcheck`, { fetch })
  } catch {
    return { ok: false, reason: 'unreachable' }
  }
  const health = Health.safeParse(await answer.json().catch(() => null))
  return answer.ok && health.success ? { ok: true, address } : { ok: false, reason: 'not_wheelhouse' }
}

/** The server's OpenID provider; null if it has none. Throws while it cannot be reached. */
export async function askForProvider(server: string, fetch: Fetch): Promise<SignInOptions['google']> {
  const answer = await http(`${server}${getSignInOptions.path}`, { fetch })
  return Options.parse(await answer.json()).data.google
}

interface Caller {
  readonly user_id: number
  readonly organization_id: number
  readonly IdToken: string
}

/** Null if the server refuses; throws while it cannot be reached. */
export async function refreshTokens(server: string, refresh_token: string, fetch: Fetch): Promise<Tokens | null> {
  const data = await call({ server, endpoint: getTokens, input: { refresh_token }, caller: null, fetch })
  const tokens = Tokens.safeParse(data)
  return tokens.success && tokens.data.IdToken !== '' ? tokens.data : null
}

/** Permission for one more picture of the caller's screen [7.25]; null if the server refuses. */
export async function askForGrant(
  server: string,
  caller: Caller,
  content_length: number,
  fetch: Fetch,
): Promise<UploadGrant | null> {
  const input = { kind: 'screenshot' as const, content_length }
  const grant = UploadGrant.safeParse(await call({ server, endpoint: grantUpload, input, caller, fetch }))
  return grant.success ? grant.data : null
}

interface Call<E extends Endpoint> {
  server: string
  endpoint: E
  input: Input<E>
  caller: Caller | null
  fetch: Fetch
}

/**
 * The data of an answer, or null for an error of the caller. Errors of the server are thrown, like a missing network.
 */
async function call<E extends Endpoint>({ server, endpoint, input, caller, fetch }: Call<E>): Promise<unknown> {
  const ids = caller && {
    user_id: caller.user_id,
    origin_id: caller.user_id,
    organization_id: caller.organization_id,
  }
  const answer = await http(`${server}${endpoint.path}`, {
    fetch,
    method: endpoint.method,
    searchParams: ids ?? {},
    json: { ...(input as object), ...ids },
    headers: caller ? { Authorization: `Bearer ${caller.IdToken}`, 'Idempotency-Key': crypto.randomUUID() } : {},
  })
  if (answer.status >= 500 || isPassing(answer)) throw new Error(`The server answered ${answer.status}.`)
  if (!answer.ok) return null
  const body = (await answer.json()) as { data?: unknown }
  return body.data
}
