import type { z } from 'zod'
import { allowsGuests, changesSomething, type Endpoint, type Page } from '#shared/contract/endpoint'
import { ApiError, apiError } from '#shared/errors'
import { can, isAtLeast } from '#shared/rules/capabilities'
import { planLimits } from '#shared/rules/plans'
import type { AppContext } from '../app-context'
import type { Tx } from '../database/connection'
import { inTransaction } from '../database/transaction'
import type { GuestSubject, Identified, Membership, TokenSubject } from '../identity'
import { limitReached, premiumRequired } from '../plans'
import {
  createRequestContext,
  inOrganisation,
  lastWrites,
  type PendingEffects,
  pendingEffects,
  type RequestContext,
  withCaller,
} from '../request-context'
import { publishAfterCommit, runAsMember } from '../run-as'
import { findKey, fingerprintOf, type IdempotencyKey, storeKey } from './idempotency'
import { commonIds, fieldsOf, type Incoming, parsedBody } from './input'
import { readFromReplica } from './replica'
import type { DownloadFile, PreflightContext, Route } from './route'

export interface Call extends Incoming {
  subject: TokenSubject | GuestSubject | null
  ip: string
  request_id: string
  idempotencyKey: string | undefined
  /** Distinguishes bodies that are not JSON, so that a repeated call can be recognised. */
  digest?: string
}

export interface Outcome {
  data: unknown
  next_cursor?: string | null
}

/**
 * Executes one call: identity, access, validation, the service, the check of the answer, commit, and what follows the
 * commit. The idempotency key is stored together with the commit. A repeated call fails there or before, is rolled back,
 * and gets the first answer again.
 */
export async function executeEndpoint(app: AppContext, route: Route, call: Call): Promise<Outcome> {
  const { endpoint, handle, repeating } = route
  const claims = claimsOf(endpoint, call)
  const { subject, organization_id } = claims
  const fields = fieldsOf(endpoint, call)
  const key = idempotencyKeyOf(endpoint, claims, call, fields)
  const effects = pendingEffects()
  const now = new Date(app.clock.now()).toISOString()
  let kept: unknown
  let outcome: Outcome

  const workWith =
    (effects: PendingEffects) =>
    async (tx: Tx, identified: Identified | null): Promise<Outcome> => {
      const ctx = contextFor(endpoint, newContext(app, call, tx, effects), identified, organization_id, effects)
      const body = parsedBody(endpoint, fields)
      const answered = checkedAnswer(endpoint, await handle(ctx as never, body as never, undefined as never))
      kept = repeating ? repeating.keeps(answered.data as never) : answered
      return answered
    }

  const replica = endpoint.readsMuch && organization_id !== undefined && app.replica
  if (replica && subject) {
    const ofReading = pendingEffects()
    const read = await readFromReplica({ ...app, replica }, { subject, organization_id }, workWith(ofReading))
    if (read) {
      publishAfterCommit(app, ofReading)
      return runBeforeResponse(endpoint, ofReading, read.result)
    }
  }
  try {
    outcome = await inTransaction<Outcome, Identified | null>(
      app.pool,
      {
        readOnly: !changesSomething(endpoint),
        user_id: subject?.user_id,
        organization_id,
        opening: async tx => (subject ? app.identify(tx, subject, organization_id) : null),
      },
      workWith(effects),
      tx => [...(key ? [storeKey(tx, key, kept, now)] : []), ...lastWrites(tx, effects)],
      keepsWrites,
    )
  } catch (error) {
    if (keepsWrites(error)) {
      publishAfterCommit(app, effects)
      throw error
    }
    if (!key) return failAfterRollback(app, effects, error)
    return firstOutcome(app, route, call, { claims, fields, key, error }).catch(failure =>
      failAfterRollback(app, effects, failure),
    )
  }
  publishAfterCommit(app, effects)
  return runBeforeResponse(endpoint, effects, outcome)
}

/** Runs what waited for the end of a call that failed, and throws its error. */
async function failAfterRollback({ log }: AppContext, effects: PendingEffects, error: unknown): Promise<never> {
  for (const task of effects.afterRollback)
    await task().catch(cause => log.error({ err: cause }, 'A task after a failed call failed.'))
  throw error
}

const keepsWrites = (error: unknown): boolean => error instanceof ApiError && error.keepsWrites

const newContext = (app: AppContext, { ip, request_id }: Call, tx: Tx, effects: PendingEffects): RequestContext =>
  createRequestContext({ tx, app, ip, request_id }, effects)

interface FailedCall {
  claims: Claims
  fields: Record<string, unknown>
  key: IdempotencyKey
  error: unknown
}

/**
 * The answer to the first call with the key, unless the caller may no longer see what it is about. Throws why the call
 * failed if its key is new.
 */
async function firstOutcome(
  app: AppContext,
  { endpoint, repeating, requireVisible }: Route,
  call: Call,
  { claims: { subject, organization_id }, fields, key, error }: FailedCall,
): Promise<Outcome> {
  const effects = pendingEffects()
  return inTransaction(
    app.pool,
    {
      readOnly: true,
      user_id: subject?.user_id,
      organization_id,
      opening: async tx => (subject ? app.identify(tx, subject, organization_id) : null),
    },
    async (tx, identified) => {
      const first = await findKey(tx, key)
      if (!first) throw error
      const ctx = contextFor(endpoint, newContext(app, call, tx, effects), identified, organization_id, effects)
      const body = parsedBody(endpoint, fields)
      if ('member' in ctx) await requireVisible?.(ctx, body as object)
      if (!repeating) return first.kept as Outcome
      return checkedAnswer(endpoint, await repeating.answer(ctx as never, body as never, first.kept as never))
    },
  )
}

/** Who the call claims to be and in which organisation, or an API error. */
function claimsOf(endpoint: Endpoint, call: Call): Claims {
  const { access } = endpoint
  if (access.who !== 'anyone' && !call.subject) throw apiError('session.required')
  const subject = access.who === 'anyone' ? null : call.subject
  if (subject && isGuest(subject)) return guestClaims(endpoint, subject, call)
  const ids = subject ? idsFor(subject, call) : undefined
  const organization_id = access.who === 'member' ? requireOrganisation(ids?.organization_id) : undefined
  return { subject, organization_id }
}

const isGuest = (subject: TokenSubject | GuestSubject): subject is GuestSubject => 'organization_id' in subject

interface Claims {
  subject: TokenSubject | null
  organization_id: number | undefined
}

/** Guests need not name themselves or their organisation; if they do, it must be right [8.1, D42]. */
function guestClaims(endpoint: Endpoint, subject: GuestSubject, call: Call): Claims {
  if (!allowsGuests(endpoint)) throw apiError('session.guest_denied')
  const { organization_id = subject.organization_id } = idsFor(subject, call)
  if (organization_id !== subject.organization_id) throw apiError('organization.not_member')
  return { subject, organization_id }
}

/** What came with a call besides its address and headers. */
export interface Received {
  /** The fields, if the body carried any. */
  body?: Record<string, unknown>
  carried?: unknown
  digest?: string
}

/**
 * Executes a call that is prepared before its transaction. Access is checked before anything of the body is read, by
 * the same rule that the transaction checks again.
 */
export async function executeTwoPhase(
  app: AppContext,
  { prepare, ...route }: Route & Required<Pick<Route, 'prepare'>>,
  call: Call,
  receive: () => Promise<Received>,
): Promise<Outcome> {
  const { endpoint, handle } = route
  const preflight = await preflightContext(app, endpoint, call)
  const { carried, ...rest } = await receive()
  const whole = { ...call, ...rest }
  const body = parsedBody(endpoint, fieldsOf(endpoint, whole))
  const prepared = await prepare(preflight, body as never, carried as never)
  return executeEndpoint(app, { ...route, handle: (ctx, body) => handle(ctx, body, prepared as never) }, whole)
}

/** Executes a call that requests a file. Until the file begins, it is refused like any other call. */
export async function executeDownload(
  app: AppContext,
  { endpoint, download }: Route & Required<Pick<Route, 'download'>>,
  call: Call,
): Promise<DownloadFile> {
  const preflight = await preflightContext(app, endpoint, call)
  return download(preflight, parsedBody(endpoint, fieldsOf(endpoint, call)) as never)
}

/** The context for work in separate transactions of a member. Refuses callers without access. */
async function preflightContext(app: AppContext, endpoint: Endpoint, call: Call): Promise<PreflightContext> {
  const { subject, organization_id } = claimsOf(endpoint, call)
  if (!subject || organization_id === undefined) throw new Error('Only members prepare calls.')
  const who = { ...subject, organization_id, ip: call.ip, request_id: call.request_id }
  const preflight: PreflightContext = { app, runAsMember: work => runAsMember(app, who, work) }
  await preflight.runAsMember(async ctx => requirePowers(endpoint, ctx.member))
  return preflight
}

/** Runs tasks that had to wait for the commit; the answer of such a task replaces the service's. */
async function runBeforeResponse(endpoint: Endpoint, effects: PendingEffects, outcome: Outcome): Promise<Outcome> {
  let latest = outcome
  for (const task of effects.beforeResponse) {
    const amended = await task()
    if (amended !== undefined) latest = checkedAnswer(endpoint, amended)
  }
  return latest
}

function idsFor(subject: TokenSubject, call: Call) {
  const ids = commonIds(call)
  if (ids.user_id !== undefined && ids.user_id !== subject.user_id) throw apiError('request.identity_mismatch')
  return { ...ids, organization_id: ids.organization_id && ids.organization_id > 0 ? ids.organization_id : undefined }
}

function requireOrganisation(organization_id: number | undefined): number {
  if (organization_id === undefined) throw apiError('organization.required')
  return organization_id
}

function idempotencyKeyOf(
  endpoint: Endpoint,
  { subject, organization_id }: Claims,
  call: Call,
  fields: Record<string, unknown>,
): IdempotencyKey | null {
  const { idempotencyKey: key } = call
  if (!subject || !key || !changesSomething(endpoint)) return null
  if (key.length > 200)
    throw apiError('request.invalid', { issues: [{ path: 'Idempotency-Key', message: 'At most 200 characters.' }] })
  const said = call.digest === undefined ? fields : { ...fields, digest: call.digest }
  return {
    user_id: subject.user_id,
    organization_id: organization_id ?? null,
    key,
    fingerprint: fingerprintOf(`${endpoint.method} ${endpoint.path}`, said),
  }
}

/** The context that the endpoint's access rule requires, or an API error. */
function contextFor(
  endpoint: Endpoint,
  ctx: RequestContext,
  identified: Identified | null,
  organization_id: number | undefined,
  effects: PendingEffects,
) {
  const { access } = endpoint
  if (access.who === 'anyone') return ctx
  if (!identified?.caller) throw apiError('session.expired')
  const userContext = withCaller(ctx, identified.caller, effects)
  if (access.who === 'signed-in') return userContext
  const { membership } = identified
  if (!membership || organization_id === undefined) throw apiError('organization.not_member')
  requirePowers(endpoint, membership)
  return { ...inOrganisation(userContext, organization_id, effects), member: membership }
}

function requirePowers(endpoint: Endpoint, membership: Membership): void {
  const { access } = endpoint
  if (access.who !== 'member') return
  // Guests hold no capabilities: the contract itself says which endpoints they may call.
  if (membership.is_guest) {
    if (access.guests === undefined) throw apiError('session.guest_denied')
    return
  }
  if (access.guests === 'only') throw apiError('permission.missing')
  if (access.orgRole && !isAtLeast(membership.org_role, access.orgRole)) throw apiError('permission.missing')
  if (access.can && !can(membership, access.can)) throw apiError('permission.missing')
  if (access.premium && !membership.is_premium) throw premiumRequired()
  if (membership.is_over_limit && changesSomething(endpoint) && access.overLimit === undefined)
    throw limitReached(membership.plan_id, 'members', (planLimits[membership.plan_id].members ?? 0) + 1)
}

/** Checks that an answer has the shape that the contract promises; another shape is a fault of the server. */
function checkedAnswer(endpoint: Endpoint, answer: unknown): Outcome {
  const page = endpoint.paged ? (answer as Page<unknown>) : null
  const result = endpoint.answer.safeParse(page ? page.items : answer)
  if (!result.success) throw new InvalidAnswerError(endpoint, result.error)
  return page ? { data: result.data, next_cursor: page.next_cursor } : { data: result.data }
}

export class InvalidAnswerError extends Error {
  override name = 'AnswerOutOfShape'
  constructor(endpoint: Endpoint, error: z.ZodError) {
    super(
      `${endpoint.method} ${endpoint.path}: ${error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
    )
  }
}
