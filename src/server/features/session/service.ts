import { randomBytes } from 'node:crypto'
import type { Body } from '#shared/contract/endpoint'
import type {
  getTokens,
  googleSignIn as googleSignInEndpoint,
  SignedInAnswer,
  sendEmailCode,
  sendPhoneCode,
  signOut as signOutEndpoint,
  Tokens,
  verifyCode,
} from '#shared/contract/session/endpoints'
import { tokens } from '#shared/contract/session/limits'
import { ApiError, apiError } from '#shared/errors'
import { type AppContext, perApp } from '../../platform/app-context'
import { isLoopback } from '../../platform/http/own-host'
import type { TokenSubject } from '../../platform/identity'
import type { BatchCleanup } from '../../platform/maintenance'
import type { RequestContext, UserContext } from '../../platform/request-context'
import { keyedHash, seal, unseal } from '../../platform/secrets'
import { checkCode, sendCode } from './codes'
import { identityFrom, isOfDomain, providerForSignIn } from './google'
import * as store from './store'
import { tokenBook } from './tokens'

const opaqueKey = perApp((app: AppContext) => app.secrets.derive('opaque tokens'))
const successorKey = perApp((app: AppContext) => app.secrets.derive('successors of refresh tokens'))
const later = (now: string, milliseconds: number) => new Date(Date.parse(now) + milliseconds).toISOString()
const opaque = () => randomBytes(32).toString('base64url')

export const byPhone = (ctx: RequestContext, { phone_number }: Body<typeof sendPhoneCode>) =>
  sendCode(ctx, phone_number)
export const byEmail = (ctx: RequestContext, { email }: Body<typeof sendEmailCode>) => sendCode(ctx, email)

/** What the sign-in screen offers. */
export async function signInOptions(ctx: RequestContext) {
  return {
    google: await providerForSignIn(ctx.app),
    outbox: ctx.app.messenger.outbox && isLoopback(ctx.ip) ? `${ctx.app.publicUrl()}/outbox` : null,
    guests: ctx.app.settings.GUESTS === 'on',
    words: ctx.app.transcriber.dictate !== null,
    captions: ctx.app.transcriber.caption !== null,
    terms: ctx.app.settings.TERMS_URL ?? null,
    privacy: ctx.app.settings.PRIVACY_URL ?? null,
  }
}

/** The address of a request that contains either a phone or an e-mail. */
function onlyAddress({
  phone_number,
  email,
}: {
  phone_number?: string | undefined
  email?: string | undefined
}): string {
  const given = [phone_number, email].filter(address => address !== undefined)
  const [address] = given
  if (given.length !== 1 || !address) {
    throw apiError('request.invalid', { issues: [{ path: 'email', message: 'Give either phone_number or email.' }] })
  }
  return address
}

/** Verifies a new address of a signed-in person. */
export async function verifyOwnAddress(ctx: UserContext, body: Body<typeof verifyCode>): Promise<string> {
  const address = onlyAddress(body)
  await checkCode(ctx, address, body.OTP)
  return address
}

export async function verify(ctx: RequestContext, body: Body<typeof verifyCode>): Promise<SignedInAnswer> {
  const address = onlyAddress(body)
  await checkCode(ctx, address, body.OTP).catch(async error => {
    // A counted guess; a code allows five of them.
    if (error instanceof ApiError && error.keepsWrites) await recordFailure(ctx, address)
    throw error
  })
  await requireMayHaveAccount(ctx, address)
  return signInAs(ctx, await store.accountOf(ctx, address), 'code')
}

/**
 * Where domains are required, a code opens an account only for an e-mail address of one of them, for an address that was
 * invited, and for the operators. Whoever has an account keeps it. Checked once the code is right, so that nobody else learns
 * which addresses are known.
 */
async function requireMayHaveAccount(ctx: RequestContext, address: string): Promise<void> {
  const { OIDC_DOMAINS, SUPER_USERS } = ctx.app.settings
  if (OIDC_DOMAINS.length === 0 || isOfDomain(OIDC_DOMAINS, address) || SUPER_USERS.includes(address)) return
  if ((await store.accountAt(ctx, address)) !== undefined || (await store.isInvited(ctx, address))) return
  throw apiError('code.domain_refused')
}

async function recordFailure(ctx: RequestContext, address: string): Promise<void> {
  const user_id = await store.accountAt(ctx, address)
  await store.auditSession(ctx, user_id ?? 0, { kind: 'session.sign_in_failed', details: { by: 'code' } })
}

export async function googleSignIn(
  ctx: RequestContext,
  proof: Body<typeof googleSignInEndpoint>,
): Promise<SignedInAnswer> {
  const identity = await identityFrom(ctx.app, proof)
  const known = await store.accountOfIdentity(ctx, identity.issuer, identity.subject)
  if (known) return signInAs(ctx, known, 'google')
  if (!identity.email) throw apiError('google.refused')
  const account = await store.accountOf(ctx, identity.email)
  await store.linkIdentity(ctx, { issuer: identity.issuer, subject: identity.subject, user_id: account.id })
  return signInAs(ctx, account, 'google')
}

async function signInAs(ctx: RequestContext, account: store.Account, by: 'code' | 'google'): Promise<SignedInAnswer> {
  const session_id = await store.openSession(ctx, account.id)
  const isNewUser = account.displayname.trim() === ''
  await store.auditSession(ctx, account.id, { kind: 'session.signed_in', details: { by } })
  const issued = await issueTokens(ctx, account.id, session_id)
  const profile_token = isNewUser ? await issueProfileToken(ctx, account.id) : undefined
  return { ...issued, user_id: account.id, isNewUser, ...(profile_token && { profile_token }) }
}

async function issueTokens(ctx: RequestContext, user_id: number, session_id: number): Promise<Tokens> {
  const RefreshToken = opaque()
  await store.insertRefreshToken(ctx, {
    token_hash: keyedHash(opaqueKey(ctx.app), RefreshToken),
    session_id,
    expires_at: later(ctx.now, tokens.refreshLifetime),
  })
  return signTokens(ctx, { user_id, session_id }, RefreshToken)
}

async function signTokens(
  ctx: RequestContext,
  { user_id, session_id }: TokenSubject,
  RefreshToken: string,
): Promise<Tokens> {
  const book = tokenBook(ctx.app)
  const [IdToken, AccessToken] = await Promise.all([
    book.sign('id', { user_id, session_id }),
    book.sign('access', { user_id, session_id }),
  ])
  return { IdToken, AccessToken, RefreshToken }
}

async function issueProfileToken(ctx: RequestContext, user_id: number): Promise<string> {
  const token = opaque()
  await store.insertProfileToken(ctx, {
    token_hash: keyedHash(opaqueKey(ctx.app), token),
    user_id,
    expires_at: later(ctx.now, tokens.profileLifetime),
  })
  return token
}

/** The person that a profile token was issued for; the token is used up. */
export async function takeProfileToken(ctx: RequestContext, token: string): Promise<number> {
  const taken = await store.takeProfileToken(ctx, keyedHash(opaqueKey(ctx.app), token))
  if (!taken) throw apiError('profile.token_required')
  return taken.user_id
}

/** Exchanges a refresh token [D9]. A used one that is presented after the grace period ends the whole session. */
export async function refresh(ctx: RequestContext, { refresh_token }: Body<typeof getTokens>): Promise<Tokens> {
  const token_hash = keyedHash(opaqueKey(ctx.app), refresh_token)
  const found = await store.findRefreshToken(ctx, token_hash)
  if (!found || found.revoked_at || found.expires_at <= ctx.now) throw apiError('session.refresh_refused')
  const graceEnd = found.used_at && later(found.used_at, tokens.refreshGrace)
  if (graceEnd && graceEnd <= ctx.now) {
    await endSession(ctx, found.session_id)
    await store.auditSession(ctx, found.user_id, { kind: 'session.reuse_detected', details: {} })
    throw apiError('session.refresh_refused').keepingWrites()
  }
  // Somebody who presents it within the grace period is another tab of the same person, and gets the same successor.
  if (found.successor) return signTokens(ctx, found, unseal(successorKey(ctx.app), found.successor, token_hash))
  const issued = await issueTokens(ctx, found.user_id, found.session_id)
  await store.markUsed(ctx, token_hash, seal(successorKey(ctx.app), issued.RefreshToken, token_hash))
  return issued
}

export async function signOut(ctx: UserContext, { refresh_token }: Body<typeof signOutEndpoint>): Promise<null> {
  const found = await store.findRefreshToken(ctx, keyedHash(opaqueKey(ctx.app), refresh_token))
  const own = found?.user_id === ctx.caller.user_id ? found.session_id : ctx.caller.session_id
  await endSession(ctx, own)
  if (own !== ctx.caller.session_id) await endSession(ctx, ctx.caller.session_id)
  await store.auditSession(ctx, ctx.caller.user_id, { kind: 'session.signed_out', details: {} })
  return null
}

/** Ends a session: its tokens stop working, its sockets close. */
async function endSession(ctx: RequestContext, session_id: number): Promise<void> {
  await store.endSession(ctx, session_id)
  ctx.afterCommit(() => ctx.app.bus.publish({ topic: 'session_ended', session_id }))
}

/** The person of a session that has not ended; undefined once it has. */
export const callerOf = store.callerOf
/** See the store. */
export const endedAmong = store.endedAmong
/** See the store. */
export const personOf = store.personOf
/** Deletes codes and tokens that are too old to matter. */
export const removeOldSecrets: BatchCleanup = async (tx, now) => {
  await store.deleteOld(tx, now)
  return false
}
