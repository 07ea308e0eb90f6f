import { randomUUID } from 'node:crypto'
import { Language, TimeZone } from '#shared/contract/common'
import type { Body } from '#shared/contract/endpoint'
import type { Guest, registerGuest } from '#shared/contract/guests'
import { refuse } from '#shared/errors'
import { guests as limits } from '#shared/limits'
import { type House, perHouse } from '../../platform/house'
import { networkOf } from '../../platform/network'
import type { Scene } from '../../platform/scene'
import { keyedHash } from '../../platform/secrets'
import * as store from './store'
import { guestTokens } from './tokens'

const hour = 60 * 60 * 1000
const tokens = perHouse((house: House) => guestTokens(house.secrets))
const addressKey = perHouse((house: House) => house.secrets.derive('addresses of guests'))

/** What a guest is called where people are named. */
const names: Record<Language, string> = { en: 'Guest', hi: 'मेहमान', de: 'Gast', es: 'Invitado' }

/**
 * Makes a guest: a person whom nothing signs in, and an organisation that nobody else enters [D42]. Languages and zones that
 * are not known here are no reason to refuse anybody.
 */
export async function register(at: Scene, { language, timezone }: Body<typeof registerGuest>): Promise<Guest> {
  if (at.house.settings.GUESTS === 'off') throw refuse('guest.off')
  await countArrival(at)
  const known = Language.catch('en').parse(language?.toLowerCase().split('-', 1)[0])
  const person = { displayname: names[known], language: known, timezone: TimeZone.catch('UTC').parse(timezone) }
  const { user_id, session_id } = await store.insertPerson(at, person)
  await at.narrow({ user_id })
  const organization_id = await store.insertHome(at, user_id)
  await at.narrow({ user_id, organization_id })
  const id = randomUUID()
  const guest_token = tokens(at.house).issue(id)
  const token_hash = tokens(at.house).hashOf(guest_token)
  const expires_at = new Date(Date.parse(at.now) + limits.kept).toISOString()
  await store.settle(at, { id, organization_id, user_id, session_id, token_hash, expires_at })
  return { guest_id: id, guest_token, expires_at }
}

async function countArrival(at: Scene): Promise<void> {
  const now = Date.parse(at.now)
  const address_hash = keyedHash(addressKey(at.house), networkOf(at.ip))
  const arrivals = await store.arrivalsSince(at, address_hash, new Date(now - hour).toISOString())
  const oldest = arrivals.at(-limits.perAddressAndHour)
  if (oldest !== undefined) {
    const wait = Date.parse(oldest) + hour - now
    throw refuse('guest.too_many', { retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) })
  }
  await store.noteArrival(at, address_hash)
}
