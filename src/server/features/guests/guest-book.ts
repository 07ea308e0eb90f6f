import type { AppContext } from '../../platform/app-context'
import type { GuestBook, GuestSubject } from '../../platform/identity'
import { sameText } from '../../platform/secrets'
import { findWithToken } from './lookup-store'
import { guestTokens } from './tokens'

/** How long a guest is cached, as members are. */
const cachedFor = 1_000
const maximumEntries = 20_000

/** Finds the guest of a call. Guests are cached for a second; unknown ones are not. */
export function guestBook({ pool, clock, secrets }: Pick<AppContext, 'pool' | 'clock' | 'secrets'>): GuestBook {
  const tokens = guestTokens(secrets)
  const known = new Map<string, { guest: GuestSubject; until: number }>()
  return {
    isOurs: tokens.isFor,
    async find(credentials) {
      if (!tokens.isFor(credentials)) return null
      const now = clock.now()
      const token_hash = tokens.hashOf(credentials.guest_token)
      const kept = known.get(token_hash)
      if (kept && kept.until > clock.elapsed() && kept.guest.expires > now) return kept.guest
      known.delete(token_hash)
      const row = await findWithToken(pool, token_hash)
      const isTheirs = row && sameText(row.token_hash, token_hash) && sameText(row.id, credentials.guest_id)
      if (!isTheirs || Date.parse(row.expires_at) <= now) return null
      const { user_id, session_id, organization_id, expires_at } = row
      const guest = { user_id, session_id, organization_id, expires: Date.parse(expires_at) }
      if (known.size >= maximumEntries) known.clear()
      known.set(token_hash, { guest, until: clock.elapsed() + cachedFor })
      return guest
    },
  }
}
