import { randomBytes } from 'node:crypto'
import type { GuestCredentials } from '../../platform/identity'
import { keyedHash, type Secrets, sameText } from '../../platform/secrets'

/** Issues the tokens of guests, and recognises them. */
export interface GuestTokens {
  issue(guest_id: string): string
  /** True for a token that was issued here for this guest, whether or not the guest still exists. */
  isFor(credentials: GuestCredentials): boolean
  /** The stored digest of a token. */
  hashOf(guest_token: string): string
}

/**
 * A token consists of a secret and a signature of it and the guest’s id, which only this server can make. The signature
 * reveals calls of made-up guests before the database is queried.
 */
export function guestTokens(secrets: Secrets): GuestTokens {
  const key = secrets.derive('guest tokens')
  const signature = (guest_id: string, secret: string) => keyedHash(key, 'mark', guest_id, secret)
  return {
    issue(guest_id) {
      const secret = randomBytes(24).toString('base64url')
      return `${secret}.${signature(guest_id, secret)}`
    },
    isFor({ guest_id, guest_token }) {
      const [secret = '', given = '', ...more] = guest_token.split('.')
      return more.length === 0 && sameText(given, signature(guest_id, secret))
    },
    hashOf: guest_token => keyedHash(key, 'token', guest_token),
  }
}
