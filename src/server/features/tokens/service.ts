import { randomBytes } from 'node:crypto'
import type { Body } from '#shared/contract/endpoint'
import type { AccessToken, createToken, listTokens, revokeToken } from '#shared/contract/tokens/endpoints'
import { tokens as limits } from '#shared/contract/tokens/limits'
import { apiError } from '#shared/errors'
import { day } from '#shared/limits'
import type { AppContext } from '../../platform/app-context'
import type { MemberContext } from '../../platform/request-context'
import { runAsSystem } from '../../platform/run-as'
import { keyedHash, sameText } from '../../platform/secrets'
import * as store from './store'

/** The organisation, whose rows the token is among, 32 random bytes, and a mark that only this server can make. */
const pattern = /^wheelhouse_(\d{1,15})_([\w-]{43})([\w-]{22})$/

const markOf = ({ secrets }: AppContext, organization_id: string | number, random: string) =>
  keyedHash(secrets.derive('marks of access tokens'), String(organization_id), random).slice(0, 22)

const hashOf = ({ secrets }: AppContext, secret: string) => keyedHash(secrets.derive('access tokens'), secret)

/** Whether this server made a token, valid or not. Does not query the database. */
export function isOurs(app: AppContext, secret: string): boolean {
  const [, organization_id = '', random = '', mark = ''] = pattern.exec(secret) ?? []
  return mark !== '' && sameText(mark, markOf(app, organization_id, random))
}

export const list = (ctx: MemberContext, _body: Body<typeof listTokens>): Promise<AccessToken[]> => store.listOwn(ctx)

async function requireToken(ctx: MemberContext, token_id: number): Promise<AccessToken> {
  const token = (await store.listOwn(ctx)).find(other => other.token_id === token_id)
  if (!token) throw apiError('token.not_found')
  return token
}

export async function create(
  ctx: MemberContext,
  { name, scope, expires_in_days }: Body<typeof createToken>,
): Promise<{ token: AccessToken; secret: string }> {
  if ((await store.listOwn(ctx)).length >= limits.perPerson) throw apiError('token.too_many')
  const random = randomBytes(32).toString('base64url')
  const secret = `wheelhouse_${ctx.organization_id}_${random}${markOf(ctx.app, ctx.organization_id, random)}`
  const expires_at = new Date(Date.parse(ctx.now) + expires_in_days * day).toISOString()
  const id = await store.insert(ctx, { name, scope, expires_at, token_hash: hashOf(ctx.app, secret) })
  await ctx.audit({ kind: 'token.created', subject: `token:${id}`, details: { name, scope, expires_at } })
  return { token: await requireToken(ctx, id), secret }
}

/** An idempotency key does not keep the secret, so it is told once even if the call is repeated. */
export const createdBefore = {
  keeps: ({ token }: { token: AccessToken }) => token.token_id,
  answer: async (ctx: MemberContext, _body: Body<typeof createToken>, token_id: number) => ({
    token: await requireToken(ctx, token_id),
    secret: null,
  }),
}

export async function revoke(ctx: MemberContext, { token_id }: Body<typeof revokeToken>): Promise<null> {
  const deleted = await store.deleteOwn(ctx, token_id)
  if (!deleted) throw apiError('token.not_found')
  await ctx.audit({ kind: 'token.revoked', subject: `token:${token_id}`, details: { name: deleted.name } })
  return null
}

/** The valid token of a call, and where it is valid. */
export interface TokenHolder {
  organization_id: number
  token: store.HeldToken
}

export async function holderOf(app: AppContext, secret: string): Promise<TokenHolder> {
  if (!isOurs(app, secret)) throw apiError('token.unknown')
  const organization_id = Number(pattern.exec(secret)?.[1])
  const token = await runAsSystem(app, organization_id, ctx => store.useToken(ctx, hashOf(app, secret)))
  if (!token) throw apiError('token.unknown')
  return { organization_id, token }
}
