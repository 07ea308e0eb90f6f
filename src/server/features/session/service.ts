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
} from '#shared/contract/session'
import { Refusal, refuse } from '#shared/errors'
import { tokens } from '#shared/limits'
import { type House, perHouse } from '../../platform/house'
import { isLoopback } from '../../platform/http/own-host'
import type { TokenSubject } from '../../platform/identity'
import type { CallerScene, Scene } from '../../platform/scene'
import { keyedHash, seal, unseal } from '../../platform/secrets'
import { proveAddress, sendCode } from './codes'
import { identityFrom, providerForSignIn } from './google'
import * as store from './store'
import { tokenBook } from './tokens'

const opaqueKey = perHouse((house: House) => house.secrets.derive('opaque tokens'))
const successorKey = perHouse((house: House) => house.secrets.derive('successors of refresh tokens'))
const later = (now: string, milliseconds: number) => new Date(Date.parse(now) + milliseconds).toISOString()
const opaque = () => randomBytes(32).toString('base64url')

export const byPhone = (at: Scene, { phone_number }: Body<typeof sendPhoneCode>) => sendCode(at, phone_number)
export const byEmail = (at: Scene, { email }: Body<typeof sendEmailCode>) => sendCode(at, email)

/** What the sign-in screen offers. */
export async function signInOptions(at: Scene) {
  return {
    google: await providerForSignIn(at.house),
    outbox: at.house.messenger.outbox && isLoopback(at.ip) ? `${at.house.publicUrl()}/outbox` : null,
    guests: at.house.settings.GUESTS === 'on',
    words: at.house.transcriber.dictate !== null,
    terms: at.house.settings.TERMS_URL ?? null,
    privacy: at.house.settings.PRIVACY_URL ?? null,
  }
}

/** The one address of a request that may name a phone or an e-mail. */
function theAddress({
  phone_number,
  email,
}: {
  phone_number?: string | undefined
  email?: string | undefined
}): string {
  const given = [phone_number, email].filter(address => address !== undefined)
  const [address] = given
  if (given.length !== 1 || !address) {
    throw refuse('request.invalid', { issues: [{ path: 'email', message: 'Give either phone_number or email.' }] })
  }
  return address
}

/** Proves a new address of somebody who is signed in. */
export async function proveOwnAddress(at: CallerScene, body: Body<typeof verifyCode>): Promise<string> {
  const address = theAddress(body)
  await proveAddress(at, address, body.OTP)
  return address
}

export async function verify(at: Scene, body: Body<typeof verifyCode>): Promise<SignedInAnswer> {
  const address = theAddress(body)
  await proveAddress(at, address, body.OTP).catch(async error => {
    // A guess that was counted; there are five of them for a code.
    if (error instanceof Refusal && error.keepsWrites) await noteFailure(at, address)
    throw error
  })
  return signInAs(at, await store.accountOf(at, address), 'code')
}

async function noteFailure(at: Scene, address: string): Promise<void> {
  const user_id = await store.accountAt(at, address)
  await store.auditSession(at, user_id ?? 0, { kind: 'session.sign_in_failed', details: { by: 'code' } })
}

export async function googleSignIn(at: Scene, proof: Body<typeof googleSignInEndpoint>): Promise<SignedInAnswer> {
  const identity = await identityFrom(at.house, proof)
  const known = await store.accountOfIdentity(at, identity.issuer, identity.subject)
  if (known) return signInAs(at, known, 'google')
  if (!identity.email) throw refuse('google.refused')
  const account = await store.accountOf(at, identity.email)
  await store.linkIdentity(at, { issuer: identity.issuer, subject: identity.subject, user_id: account.id })
  return signInAs(at, account, 'google')
}

async function signInAs(at: Scene, account: store.Account, by: 'code' | 'google'): Promise<SignedInAnswer> {
  const session_id = await store.openSession(at, account.id)
  const isNewUser = account.displayname.trim() === ''
  await store.auditSession(at, account.id, { kind: 'session.signed_in', details: { by } })
  const issued = await issueTokens(at, account.id, session_id)
  const profile_token = isNewUser ? await issueProfileToken(at, account.id) : undefined
  return { ...issued, user_id: account.id, isNewUser, ...(profile_token && { profile_token }) }
}

async function issueTokens(at: Scene, user_id: number, session_id: number): Promise<Tokens> {
  const RefreshToken = opaque()
  await store.insertRefreshToken(at, {
    token_hash: keyedHash(opaqueKey(at.house), RefreshToken),
    session_id,
    expires_at: later(at.now, tokens.refreshLifetime),
  })
  return signTokens(at, { user_id, session_id }, RefreshToken)
}

async function signTokens(at: Scene, { user_id, session_id }: TokenSubject, RefreshToken: string): Promise<Tokens> {
  const book = tokenBook(at.house)
  const [IdToken, AccessToken] = await Promise.all([
    book.sign('id', { user_id, session_id }),
    book.sign('access', { user_id, session_id }),
  ])
  return { IdToken, AccessToken, RefreshToken }
}

async function issueProfileToken(at: Scene, user_id: number): Promise<string> {
  const token = opaque()
  await store.insertProfileToken(at, {
    token_hash: keyedHash(opaqueKey(at.house), token),
    user_id,
    expires_at: later(at.now, tokens.profileLifetime),
  })
  return token
}

/** The person that a profile token was made for; the token is used up. */
export async function takeProfileToken(at: Scene, token: string): Promise<number> {
  const taken = await store.takeProfileToken(at, keyedHash(opaqueKey(at.house), token))
  if (!taken) throw refuse('profile.token_required')
  return taken.user_id
}

/** Exchanges a refresh token [D9]. A used one that comes again after the grace ends the whole session. */
export async function refresh(at: Scene, { refresh_token }: Body<typeof getTokens>): Promise<Tokens> {
  const token_hash = keyedHash(opaqueKey(at.house), refresh_token)
  const found = await store.findRefreshToken(at, token_hash)
  if (!found || found.revoked_at || found.expires_at <= at.now) throw refuse('session.refresh_refused')
  const graceEnd = found.used_at && later(found.used_at, tokens.refreshGrace)
  if (graceEnd && graceEnd <= at.now) {
    await endSession(at, found.session_id)
    await store.auditSession(at, found.user_id, { kind: 'session.reuse_detected', details: {} })
    throw refuse('session.refresh_refused').keepingWrites()
  }
  // Whoever shows it again within the grace is another tab of the same person, and goes on with the same successor.
  if (found.successor) return signTokens(at, found, unseal(successorKey(at.house), found.successor, token_hash))
  const issued = await issueTokens(at, found.user_id, found.session_id)
  await store.markUsed(at, token_hash, seal(successorKey(at.house), issued.RefreshToken, token_hash))
  return issued
}

export async function signOut(at: CallerScene, { refresh_token }: Body<typeof signOutEndpoint>): Promise<null> {
  const found = await store.findRefreshToken(at, keyedHash(opaqueKey(at.house), refresh_token))
  const own = found?.user_id === at.caller.user_id ? found.session_id : at.caller.session_id
  await endSession(at, own)
  if (own !== at.caller.session_id) await endSession(at, at.caller.session_id)
  await store.auditSession(at, at.caller.user_id, { kind: 'session.signed_out', details: {} })
  return null
}

/** Ends a session: its tokens work no longer, its sockets close. */
async function endSession(at: Scene, session_id: number): Promise<void> {
  await store.endSession(at, session_id)
  at.after(() => at.house.bus.publish({ topic: 'session_ended', session_id }))
}

/** The person behind a session that has not ended; undefined once it has. */
export const callerOf = store.callerOf
/** Removes codes and tokens that are too old to matter. */
export const forgetOldSecrets = store.forgetOld
