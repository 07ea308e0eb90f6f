import { z } from 'zod'
import {
  type Access,
  type Answer,
  allowsGuests,
  changesSomething,
  type DownloadEndpoint,
  type Endpoint,
  type Fields,
  hasFieldsInQuery,
  type Input,
  type Page,
  pathParameters,
  type Reply,
  type UploadEndpoint,
} from '#shared/contract/endpoint'
import type { errors, Issue } from '#shared/errors'
import { parseRetryAfter } from '#shared/rules/retry'
import { guestCredentials, useGuest } from './guest'
import { http } from './http'
import { logError } from './log'
import { randomText } from './random'
import { callEnded } from './server-away'
import { noOrganisation, useSession } from './session'
import { usableTokens } from './tokens'

// Compiled parsers would need `eval`, which the content security policy forbids.
z.config({ jitless: true })

/** Failures that only a client can see, in addition to `errors`. */
export const clientErrors = {
  'network.failed': [500, 'Failed API call after retry'],
  'answer.invalid': [502, 'The server sent something this version does not understand.'],
} as const satisfies Record<string, readonly [number, string]>

/**
 * The codes of `errors` that the client raises itself. Types keep the two equal; importing the whole table would
 * enlarge the first load.
 */
const ownErrors = {
  ...clientErrors,
  'session.required': [401, 'Unauthorized'],
  'session.guest_denied': [403, 'Guest chat access denied'],
  'server.error': [500, 'Something went wrong on the server.'],
  'server.unavailable': [503, 'The server is starting or stopping. Try again in a moment.'],
} as const satisfies typeof clientErrors & Partial<Errors>

/**
 * The result of a call. `code` is one of `errors` or `clientErrors`, or newer than this client. The `data` of a failure
 * is what `refusalData` of the contract defines for the code; it is not validated yet, and null for most codes.
 */
export type Outcome<T> =
  | (Reply<T> & { ok: true })
  | (Reply<unknown> & {
      ok: false
      code: string
      /** Seconds after which the same call may succeed, if the server says so. */
      retryAfter?: number | undefined
    })
type Errors = typeof errors
type Failure = Extract<Outcome<never>, { ok: false }>

export interface CallOptions {
  signal?: AbortSignal
  /** Lets a small call outlive its page. */
  keepalive?: boolean
  /** The time limit of each attempt in milliseconds; half a minute by default. */
  timeout?: number
  /** The key of a write that may be sent again later, even by another page. With the same key it happens once. */
  idempotencyKey?: string
}

/** A failed call, as thrown by `api` and `apiPage`. */
export class CallFailed extends Error {
  readonly status: number
  /** One of `CallErrorCode`, or a code newer than this client. Translate it, and fall back to `message`. */
  readonly code: string
  readonly issues: readonly Issue[]
  /** See {@link Outcome}. */
  readonly data: unknown

  constructor({ status, code, message, issues, data }: Failure) {
    super(message)
    this.name = 'CallFailed'
    this.status = status
    this.code = code
    this.issues = issues ?? []
    this.data = data
  }
}

function failure(code: keyof typeof ownErrors, message?: string): Failure {
  const [status, sentence] = ownErrors[code]
  return { ok: false, data: null, status, message: message ?? sentence, code }
}

const onGuestChat = () => /^#?\/chat-guest(?![\w-])/.test(location.hash) || location.pathname.startsWith('/chat-guest')

/**
 * Calls an endpoint; never rejects. Signed-in calls follow the token rules of [4.1, 8.2] and are repeated once when the
 * network fails [8.3], writes with the same idempotency key. On the guest chat such calls are not sent [8.1], except to
 * endpoints that admit guests: they carry the guest's credentials wherever nobody is signed in.
 */
export function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Outcome<Answer<E>>> {
  return make(endpoint, input, options)
}

type Bytes = Blob | Uint8Array<ArrayBuffer>

/** Calls an endpoint whose body is bytes; its fields travel in the address. */
export function callWithBytes<E extends UploadEndpoint<'bytes'>>(
  endpoint: E,
  input: Input<E>,
  bytes: Bytes,
  options: CallOptions = {},
): Promise<Outcome<Answer<E>>> {
  return make(endpoint, input, options, bytes)
}

/** A file, and the name to save it under. */
export interface FetchedFile {
  blob: Blob
  name: string
}

/** Downloads a file from an endpoint; `input` selects its kind. Throws `CallFailed`. */
export async function apiFile<E extends DownloadEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<FetchedFile> {
  const received = await exchange(endpoint, input, { options, wantsFile: true })
  if ('file' in received && received.file) return received.file
  const outcome = 'ok' in received ? received : outcomeOf(endpoint, received)
  throw new CallFailed(outcome.ok ? failure('answer.invalid') : outcome)
}

/** Calls an endpoint that takes files, which are sent as a form. */
export function callWithFiles<E extends UploadEndpoint<'files'>>(
  endpoint: E,
  input: Input<E>,
  files: readonly File[],
  options: CallOptions = {},
): Promise<Outcome<Answer<E>>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) if (value !== undefined) form.append(name, String(value))
  for (const file of files) form.append('files', file)
  return make(endpoint, input, options, form)
}

async function make<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions,
  bytes?: Bytes | FormData,
): Promise<Outcome<Answer<E>>> {
  const received = await exchange(endpoint, input, { options, bytes })
  return 'ok' in received ? received : outcomeOf(endpoint, received)
}

/** Makes a call by the rules for tokens and networks. Returns the answer, or why there is none. */
async function exchange<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { options, bytes, wantsFile }: Pick<Attempt, 'options' | 'bytes' | 'wantsFile'>,
): Promise<Received | Failure> {
  const isOpen = endpoint.access.who === 'anyone'
  const guest = allowsGuests(endpoint) ? guestCredentials() : null
  if (!isOpen && !guest && onGuestChat()) return failure('session.guest_denied')
  const key = changesSomething(endpoint) ? (options.idempotencyKey ?? randomText()) : undefined
  const attempt = async (refused?: string): Promise<Received | 'no-network' | 'signed-out'> => {
    const found = isOpen || guest ? null : usableTokens(refused)
    // A call goes out at once if it can, before everything that is drawn because of it.
    const usable = found instanceof Promise ? await found : found
    if (usable?.ok === false) return usable.why === 'offline' ? 'no-network' : 'signed-out'
    const token = usable?.tokens.IdToken
    return send(endpoint, input as Record<string, unknown>, { key, token, guest, bytes, wantsFile, options })
  }

  let received = await attempt()
  if (received === 'no-network' && !options.signal?.aborted) {
    received = await attempt()
    if (received === 'signed-out') return failure('session.required', 'Unauthorized after retry')
  }
  // The token was rejected before its `exp`: it was revoked, or issued under other keys.
  if (
    typeof received === 'object' &&
    received.token &&
    received.status === 401 &&
    received.reply?.code?.startsWith('session.')
  ) {
    received = await attempt(received.token)
  }
  if (received === 'signed-out') return failure('session.required')
  if (!options.signal?.aborted) callEnded(received === 'no-network' ? 'failed' : 'answered')
  if (guest && received !== 'no-network' && received.status === 401) useGuest.getState().end(guest.guest_id)
  return received === 'no-network' ? failure('network.failed') : received
}

/** Calls an endpoint and returns its data; throws `CallFailed` on failure. */
export async function api<E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<Answer<E>> {
  const outcome = await call(endpoint, input, options)
  if (!outcome.ok) throw new CallFailed(outcome)
  return outcome.data
}

type ListEndpoint = Endpoint<Access, Fields, z.ZodArray, true>

/** Returns one page of a paged endpoint; pass `next_cursor` as `cursor` for the next one. Throws `CallFailed`. */
export async function apiPage<E extends ListEndpoint>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
): Promise<Page<Answer<E>[number]>> {
  const outcome = await call(endpoint, input, options)
  if (!outcome.ok) throw new CallFailed(outcome)
  return { items: outcome.data, next_cursor: outcome.next_cursor ?? null }
}

interface Received {
  status: number
  /** The identity token that the call was sent with, if any. */
  token: string | undefined
  /** Null when the body is not an answer of our server, for example from a proxy in between. */
  reply: Reply<unknown> | null
  /** The requested file. */
  file?: FetchedFile
  retryAfter?: number | undefined
}

const AnyReply = z.object({
  data: z.unknown(),
  status: z.number().optional(),
  message: z.string().default(''),
  code: z.string().optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  request_id: z.string().optional(),
  next_cursor: z.string().nullish(),
})

interface Attempt {
  key: string | undefined
  token: string | undefined
  guest: ReturnType<typeof guestCredentials>
  bytes?: Bytes | FormData | undefined
  wantsFile?: boolean | undefined
  options: CallOptions
}

async function send(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  { key, token, guest, bytes, wantsFile, options }: Attempt,
): Promise<Received | 'no-network'> {
  const inPath = pathParameters(endpoint.path)
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const fields = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => value !== undefined && !inPath.includes(name)),
  )
  const ids = guest ?? (token ? commonIds() : {})
  const isQuery = hasFieldsInQuery(endpoint)
  try {
    const response = await http(path, {
      method: endpoint.method,
      searchParams: inQuery(isQuery ? { ...fields, ...ids } : ids),
      ...(bytes && { body: bytes }),
      ...(!isQuery && !bytes && { json: { ...fields, ...ids } }),
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(key && { 'Idempotency-Key': key }),
        // The browser sets the content type of a form, because it contains the boundary.
        ...(bytes && !(bytes instanceof FormData) && { 'Content-Type': 'application/octet-stream' }),
        Accept: 'application/json',
      },
      signal: options.signal,
      ...(options.keepalive && { keepalive: true }),
      ...(options.timeout && { timeout: options.timeout }),
    })
    const { status } = response
    if (wantsFile && response.ok)
      return { status, token, reply: null, file: { blob: await response.blob(), name: fileName(response) } }
    const retryAfter = parseRetryAfter(response.headers.get('retry-after'), Date.now())
    return { status, token, reply: read(await response.text()), retryAfter }
  } catch {
    return 'no-network'
  }
}

function fileName({ headers }: Response): string {
  const [, encoded] = /filename\*=UTF-8''([^;\s]+)/i.exec(headers.get('content-disposition') ?? '') ?? []
  return encoded ? decodeURIComponent(encoded) : 'download'
}

/** The ids that every signed-in call carries in body and query [7.1b]. */
export function commonIds(): Record<string, number> {
  const { userId, organizationId } = useSession.getState()
  return {
    ...(organizationId !== noOrganisation && { organization_id: organizationId }),
    ...(userId !== null && { user_id: userId, origin_id: userId }),
  }
}

function inQuery(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

function read(text: string): Reply<unknown> | null {
  try {
    return AnyReply.parse(JSON.parse(text)) as Reply<unknown>
  } catch {
    return null
  }
}

function outcomeOf<E extends Endpoint>(endpoint: E, { status, reply, retryAfter }: Received): Outcome<Answer<E>> {
  const isSuccess = status >= 200 && status < 300
  if (!isSuccess && !reply)
    return { ...failure(status >= 502 && status <= 504 ? 'server.unavailable' : 'server.error'), status, retryAfter }
  if (!isSuccess && reply) {
    return {
      ...reply,
      ok: false,
      data: reply.data ?? null,
      status,
      message: reply.message || ownErrors['server.error'][1],
      code: reply.code ?? 'server.error',
      retryAfter,
    }
  }
  const parsed = endpoint.answer.safeParse(reply?.data)
  if (!reply || !parsed.success) {
    logError(
      `${endpoint.method} ${endpoint.path} answered in a shape that is not the contract's.`,
      parsed.error?.issues,
    )
    return { ...failure('answer.invalid'), status }
  }
  return { ...reply, ok: true, status, data: parsed.data as Answer<E> }
}
