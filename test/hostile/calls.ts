import fc from 'fast-check'
import { endpoints } from '#shared/contract/all'
import { type Endpoint, hasFieldsInQuery, pathParameters } from '#shared/contract/endpoint'
import { errors } from '#shared/errors'
import type { Actor } from '../actor'
import type { ProcessorWaits } from './processor-waits'
import { fieldsFor, hostileValue, OwnRow } from './values'

export type Who = 'owner' | 'member' | 'guest' | 'stranger' | 'nobody'

/** One generated call. */
export interface HostileCall {
  endpoint: Endpoint
  who: Who
  fields: Record<string, unknown>
  /** The name of a field that occurs twice in the URL. */
  twice: string | undefined
  extraQuery: [string, string] | undefined
  extraBody: [string, unknown] | undefined
  key: string | undefined
  /** Replaces the body and its content type. */
  rawBody: string | undefined
  contentType: string | undefined
}

/** Endpoints that remove what others need, so they are called less often. */
const ending = /delete|remove|revoke|logout|cancel|reset|manage|decline|undelete|convert/
const isEnding = ({ method, path }: Endpoint) => method === 'DELETE' || ending.test(path)
const weightOf = (endpoint: Endpoint) => (isEnding(endpoint) ? 1 : 6)

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

const guestNames = ['guest_id', 'guest_token']

const rarely = <T>(value: fc.Arbitrary<T>, of = 20) =>
  fc.oneof({ weight: of, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

/** How often each caller makes a call. */
const everybody: Who[] = ['owner', 'owner', 'owner', 'member', 'member', 'guest', 'guest', 'stranger', 'nobody']
/** Those who are refused most of what they ask, which costs little. */
const mostlyOutsiders: Who[] = ['owner', 'member', 'guest', 'guest', 'stranger', 'nobody', 'nobody', 'nobody']

function callOf(endpoint: Endpoint, callers: Who[]): fc.Arbitrary<HostileCall> {
  const names = [...Object.keys(endpoint.body.shape), 'organization_id', 'user_id', 'origin_id']
  return fc.record({
    endpoint: fc.constant(endpoint),
    who: fc.constantFrom(...callers),
    fields: fieldsFor(endpoint),
    twice: rarely(fc.constantFrom(...names)),
    extraQuery: rarely(fc.tuple(fc.constantFrom(...names, ...guestNames), hostileValue.map(asText))),
    extraBody: rarely(fc.tuple(fc.constantFrom(...names, ...guestNames), hostileValue)),
    key: rarely(fc.constantFrom('key-1', 'x'.repeat(200), 'x'.repeat(201), ' ', 'é'), 8),
    rawBody: rarely(
      fc.constantFrom('', '{', 'null', '[]', '"x"', '1e999', '{"a":1,"a":2}', '[', `{"a":${'9'.repeat(400)}}`),
      40,
    ),
    contentType: rarely(
      fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data', 'x'),
      60,
    ),
  })
}

/** Calls to all endpoints of the contract. */
export const hostileCall: fc.Arbitrary<HostileCall> = fc.oneof(
  ...endpoints.map(({ endpoint }) => ({ weight: weightOf(endpoint), arbitrary: callOf(endpoint, everybody) })),
)

/** Calls to the endpoints that end nothing, so that one company lasts for all of them, mostly by outsiders. */
export const outsidersCall: fc.Arbitrary<HostileCall> = fc.oneof(
  ...endpoints
    .filter(({ endpoint }) => !isEnding(endpoint))
    .map(({ endpoint }) => ({ weight: 1, arbitrary: callOf(endpoint, mostlyOutsiders) })),
)

/** Replaces placeholders by ids of a company's rows. */
function filled(value: unknown, own: Record<string, unknown>): unknown {
  if (value instanceof OwnRow) return own[value.field]
  if (Array.isArray(value)) return value.map(element => filled(element, own))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner, own)]))
}

/** URL-encodes a text; a lone surrogate becomes its three bytes. */
const encoded = (text: string) =>
  text
    .split(/([\ud800-\udfff])/u)
    .map((part, index) => (index % 2 === 0 ? encodeURIComponent(part) : '%ED%A0%80'))
    .join('')

export interface Answered {
  status: number
  /** What is wrong with the answer itself, whatever its contents. */
  fault: string | undefined
  /** The call as one line, to repeat it. */
  line: string
  /** Whether it took too long, and only the rest of the machine is to blame for that. */
  isExcused: boolean
}

/** Longer URLs are refused before any of the server's own code. */
const longestAddress = 12_000
/** Milliseconds that a call may take by itself, whatever else the machine does. */
const longestCall = 2_000

/**
 * Makes the calls, so many at once, and tells what each was answered. One that was excused for its slowness is made once more
 * alone: the server has nothing else to do then, so time that it waits for a lock, or for anything but a processor, is the
 * call's own.
 */
export async function makeAll<T>(
  calls: readonly T[],
  {
    atOnce,
    once,
    tell,
  }: { atOnce: number; once: (call: T) => Promise<Answered>; tell: (call: T, answered: Answered) => void },
): Promise<void> {
  const excused: T[] = []
  const queue = calls[Symbol.iterator]()
  const work = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const answered = await once(next.value)
      tell(next.value, answered)
      if (answered.isExcused) excused.push(next.value)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  for (const call of excused) tell(call, await once(call))
}

/**
 * Makes the call and checks its answer. `waits` tells what the rest of the machine took from its time, of which it may use
 * `longest` milliseconds.
 */
export async function make(
  call: HostileCall,
  actor: Actor,
  own: Record<string, unknown>,
  waits: ProcessorWaits,
  longest = longestCall,
): Promise<Answered> {
  const { endpoint } = call
  const fields = filled(call.fields, own) as Record<string, unknown>
  const inQuery = hasFieldsInQuery(endpoint)
  const ids = idsOf(actor)
  const inPath = pathParameters(endpoint.path)
  const path = inPath.reduce(
    (so, name) => so.replace(`{${name}}`, () => encoded(asText(fields[name] ?? own[name] ?? 1)) || '1'),
    endpoint.path,
  )
  const query = Object.entries({ ...ids, ...(inQuery ? fields : {}) })
    .filter(([name, value]) => value !== undefined && !inPath.includes(name))
    .flatMap(([name, value]) => Array.from({ length: name === call.twice ? 2 : 1 }, () => [name, asText(value)]))
  if (call.extraQuery) query.push(call.extraQuery)
  const search = query.map(([name = '', value = '']) => `${encoded(name)}=${encoded(value)}`).join('&')
  const address = `${path}?${search}`.slice(0, longestAddress).replace(/%.?$/, '')
  const hasBody = !inQuery || endpoint.carries === 'bytes'
  const { body, contentType } = hasBody
    ? bodyOf(call, { ...fields, ...ids, ...(call.extraBody && Object.fromEntries([call.extraBody])) })
    : {}
  const headers = {
    accept: 'application/json',
    'x-forwarded-for': actor.ip,
    ...(actor.tokens && { authorization: `Bearer ${actor.tokens.IdToken}` }),
    ...(contentType && { 'content-type': contentType }),
    ...(call.key && { 'idempotency-key': call.key }),
  }
  const line = `${call.who}: ${endpoint.method} ${address} ${typeof body === 'string' ? body.slice(0, 2_000) : ''}`
  const start = waits.begin()
  try {
    const response = await actor.send(`${actor.server.url}${address}`, {
      method: endpoint.method,
      headers,
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    // The waits need not be read for nearly all calls.
    const isLate = performance.now() - start > longest
    const milliseconds = isLate ? waits.timeSince(start) : 0
    const slow = milliseconds > longest ? `took ${Math.round(milliseconds)} ms` : undefined
    const fault = faultOf(response, text) ?? slow
    return { status: response.status, fault, line, isExcused: isLate && fault === undefined }
  } catch (error) {
    return {
      status: 0,
      fault: `aborted: ${String(error)} ${String((error as Error).cause ?? '')}`,
      line,
      isExcused: false,
    }
  }
}

function idsOf(actor: Actor): Record<string, unknown> {
  if (actor.guest) return { guest_id: actor.guest.guest_id, guest_token: actor.guest.guest_token }
  if (actor.user_id <= 0) return {}
  return { organization_id: actor.organization_id, user_id: actor.user_id, origin_id: actor.user_id }
}

function bodyOf(call: HostileCall, fields: Record<string, unknown>) {
  const { endpoint, rawBody, contentType } = call
  if (endpoint.carries === 'bytes')
    return { body: rawBody ?? 'Some bytes.', contentType: contentType ?? 'application/octet-stream' }
  if (endpoint.carries !== 'files')
    return { body: rawBody ?? JSON.stringify(fields), contentType: contentType ?? 'application/json' }
  if (rawBody !== undefined) return { body: rawBody, contentType: contentType ?? 'multipart/form-data; boundary=x' }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, asText(value))
  form.append('files', new Blob(['Some bytes.']), String(fields.file_name ?? 'notes.txt'))
  return { body: form, contentType: undefined }
}

/** What no answer may be: a server error, or another shape than the common one. */
function faultOf(response: Response, text: string): string | undefined {
  if (response.status >= 500) return `${response.status} ${text.slice(0, 300)}`
  if (!response.headers.get('content-type')?.startsWith('application/json'))
    return response.status === 200 ? undefined : `${response.status} without JSON: ${text.slice(0, 100)}`
  if (response.headers.has('content-disposition')) return undefined
  const reply = JSON.parse(text) as { status?: number; code?: string; message?: string; request_id?: string }
  if (reply.status !== response.status) return `${response.status} says ${reply.status}: ${text.slice(0, 300)}`
  if (reply.status === 200) return undefined
  if (!(String(reply.code) in errors) || !reply.message || !reply.request_id)
    return `Not the common shape: ${text.slice(0, 300)}`
  return undefined
}
