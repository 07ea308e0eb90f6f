import { randomUUID } from 'node:crypto'
import { Language, TimeZone } from '#shared/contract/common'
import type { Body } from '#shared/contract/endpoint'
import type { Guest, registerGuest } from '#shared/contract/guests/endpoints'
import { apiError } from '#shared/errors'
import { guests as limits } from '#shared/limits'
import { type AppContext, perApp } from '../../platform/app-context'
import { networkOf } from '../../platform/network'
import type { RequestContext } from '../../platform/request-context'
import { keyedHash } from '../../platform/secrets'
import * as store from './store'
import { guestTokens } from './tokens'

const hour = 60 * 60 * 1000
const tokens = perApp((app: AppContext) => guestTokens(app.secrets))
const addressKey = perApp((app: AppContext) => app.secrets.derive('addresses of guests'))

/** How a guest is named where people are shown. */
const names: Record<Language, string> = { en: 'Guest', hi: 'मेहमान', de: 'Gast', es: 'Invitado' }

/**
 * Creates a guest: a person who cannot sign in, and an organisation that nobody else joins [D42]. Unknown languages and
 * zones are accepted.
 */
export async function register(
  ctx: RequestContext,
  { language, timezone }: Body<typeof registerGuest>,
): Promise<Guest> {
  if (ctx.app.settings.GUESTS === 'off') throw apiError('guest.off')
  await countArrival(ctx)
  const known = Language.catch('en').parse(language?.toLowerCase().split('-', 1)[0])
  const person = { displayname: names[known], language: known, timezone: TimeZone.catch('UTC').parse(timezone) }
  const { user_id, session_id } = await store.insertPerson(ctx, person)
  await ctx.setTenant({ user_id })
  const organization_id = await store.insertOrganisationOf(ctx, user_id)
  await ctx.setTenant({ user_id, organization_id })
  const id = randomUUID()
  const guest_token = tokens(ctx.app).issue(id)
  const token_hash = tokens(ctx.app).hashOf(guest_token)
  const expires_at = new Date(Date.parse(ctx.now) + limits.kept).toISOString()
  await store.insertMembership(ctx, { id, organization_id, user_id, session_id, token_hash, expires_at })
  return { guest_id: id, guest_token, expires_at }
}

async function countArrival(ctx: RequestContext): Promise<void> {
  const now = Date.parse(ctx.now)
  const address_hash = keyedHash(addressKey(ctx.app), networkOf(ctx.ip))
  const arrivals = await store.arrivalsSince(ctx, address_hash, new Date(now - hour).toISOString())
  const oldest = arrivals.at(-limits.perAddressAndHour)
  if (oldest !== undefined) {
    const wait = Date.parse(oldest) + hour - now
    throw apiError('guest.too_many', { retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) })
  }
  await store.recordArrival(ctx, address_hash)
}
