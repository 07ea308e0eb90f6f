import { HttpResponse, http, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { readPlanUse } from '#shared/contract/billing/endpoints'
import { listLinkedFrom } from '#shared/contract/documents/links'
import { listPageThreads } from '#shared/contract/documents/page-comments'
import { openPage } from '#shared/contract/documents/pages'
import type { Answer, Endpoint, Reply } from '#shared/contract/endpoint'
import { eraseUser } from '#shared/contract/erasure/endpoints'
import { readFirstSteps } from '#shared/contract/intro/endpoints'
import { listLogbookJobs } from '#shared/contract/jobs/endpoints'
import { readPreferences } from '#shared/contract/notifications/endpoints'
import { getSchedule } from '#shared/contract/planning/endpoints'
import { getConfig, getSignInOptions } from '#shared/contract/profile/endpoints'
import { readWorkingHours } from '#shared/contract/schedule/endpoints'
import { readTitles } from '#shared/contract/search/endpoints'
import type { Tokens } from '#shared/contract/session/endpoints'
import { countBranchTasks } from '#shared/contract/tasks/endpoints'
import { tasksFrom } from '#shared/contract/tasks/origins'
import { listTokens } from '#shared/contract/tokens/endpoints'
import { ApiError } from '#shared/errors'
import { noOrganisation, useSession } from './session'
import { configOf, preferencesOf, signInOptionsOf } from './test-cast'

// Many parts of a page ask once how this server is set up, every page asks for its text and comments, every logbook what jobs do there and which pages name it, logs and messages ask for
// the tasks that came from them, chats for when the other person works, the list of spaces for their open ones and for the
// first steps, what a plan limits for how much is used, and the profile asks what the person wants to be notified of, which access tokens they have, whether
// their account is about to be erased, and whether they run the server.
const server = setupServer(
  http.get(`${location.origin}${getSignInOptions.path}`, () => respond(signInOptionsOf())),
  http.get(`${location.origin}${getConfig.path}`, () => respond(configOf())),
  http.post(`${location.origin}${listLogbookJobs.path}`, () => respond({ writing: [], silent: [], camera_ids: [] })),
  http.post(`${location.origin}${tasksFrom.path}`, () => respond([])),
  http.post(`${location.origin}${listLinkedFrom.path}`, () => respond([])),
  // The text of an empty Yjs document.
  http.post(`${location.origin}${openPage.path}`, () => respond({ update: 'AAA=', state_vector: 'AA==', seq: 0 })),
  http.post(`${location.origin}${listPageThreads.path}`, () => respond([])),
  http.post(`${location.origin}${readTitles.path}`, () => respond([])),
  http.post(`${location.origin}${getSchedule.path}`, () => respond([])),
  http.post(`${location.origin}${countBranchTasks.path}`, () => respond([])),
  http.post(`${location.origin}${listTokens.path}`, () => respond([])),
  http.post(`${location.origin}${readWorkingHours.path}`, () =>
    respond({ user_id: 8, timezone: 'UTC', days: [], is_default: true }),
  ),
  http.get(`${location.origin}${readPlanUse.path}`, () =>
    respond({ plan_id: 'free', used: { members: 1, cameras: 0, active_jobs: 0 } }),
  ),
  http.get(`${location.origin}${readFirstSteps.path}`, () =>
    respond({ logbook: true, log: true, camera: true, teammate: true, mate: true, samples: null }),
  ),
  http.post(`${location.origin}${eraseUser.path}`, () => respond(null)),
  http.get(`${location.origin}${readPreferences.path}`, () => respond(preferencesOf())),
)

/** Answers calls in place of the server for one test file; an unserved call fails the test. Call it at the top. */
export function withServer(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())
}

/** A call as it arrived. */
export interface Received {
  body: Record<string, unknown>
  /** The body of a call that is not JSON. */
  text: string
  query: URLSearchParams
  params: Record<string, string>
  headers: Headers
}

/** A page of a list, served with its cursor instead of as a bare array. */
export class PageOf<T> {
  constructor(
    readonly items: T,
    readonly next_cursor: string | null,
  ) {}
}

type Given<E extends Endpoint> = Answer<E> | ApiError | PageOf<Answer<E>> | Response

/**
 * Serves an endpoint with data, an API error (`apiError('code.wrong')`), a raw `Response` (`Response.error()` is a
 * network failure), or a function of the call. Returns the growing list of received calls.
 */
export function serve<E extends Endpoint>(
  endpoint: E,
  given: Given<E> | ((call: Received) => Given<E> | Promise<Given<E>>),
): Received[] {
  const calls: Received[] = []
  const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
  server.use(
    http[method](`${location.origin}${path}`, async ({ request, params }) => {
      const text = await request.text()
      const isJson = endpoint.carries === undefined && text !== ''
      const call: Received = {
        body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
        text,
        query: new URL(request.url).searchParams,
        params: params as Record<string, string>,
        headers: request.headers,
      }
      calls.push(call)
      return respond(
        typeof given === 'function' ? await (given as (call: Received) => Given<E> | Promise<Given<E>>)(call) : given,
      )
    }),
  )
  return calls
}

function respond(given: unknown): Response {
  if (given instanceof Response) return given
  if (given instanceof ApiError) {
    const { status, code, message, details } = given
    const { data = null, issues } = details
    const reply: Reply<unknown> = { data, status, message, code, issues, request_id: 'test' }
    return HttpResponse.json(reply as JsonBodyType, { status })
  }
  const page = given instanceof PageOf ? { data: given.items, next_cursor: given.next_cursor } : { data: given }
  return HttpResponse.json({ ...page, status: 200, message: 'OK' } as JsonBodyType)
}

/** An answer that waits on its way until the test lets it arrive. */
export function onItsWay<T>(answer: T): { given: Promise<T>; arrive: () => void } {
  let arrive = () => {}
  const given = new Promise<T>(resolve => {
    arrive = () => resolve(answer)
  })
  return { given, arrive }
}

/** An answer of a server or proxy that asks to retry later; `seconds` is its Retry-After. */
export const laterPlease = (status: number, seconds?: number): Response =>
  HttpResponse.json({ data: null, status, message: 'Later', code: 'request.too_many' } as JsonBodyType, {
    status,
    headers: seconds === undefined ? {} : { 'Retry-After': String(seconds) },
  })

let serial = 0

/** An unsigned token; the client only reads its `exp`. `expiresIn` is in seconds. */
export function jwt(expiresIn = 3600): string {
  const now = Math.floor(Date.now() / 1000)
  serial += 1
  const payload = btoa(JSON.stringify({ exp: now + expiresIn, iat: now, jti: serial }))
  return `e30.${payload.replaceAll('=', '')}.signature`
}

export function freshTokens(expiresIn = 3600): Tokens {
  return { IdToken: jwt(expiresIn), AccessToken: jwt(expiresIn), RefreshToken: `refresh-${serial}` }
}

/** Signs somebody in without a screen. */
export function signInAs(
  userId = 7,
  { organizationId = noOrganisation, tokens = freshTokens() }: { organizationId?: number; tokens?: Tokens } = {},
): Tokens {
  useSession.setState({ tokens, userId, organizationId, profileToken: null, isNewUser: false, clockOffset: 0 })
  return tokens
}
