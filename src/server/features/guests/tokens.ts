import { randomBytes } from 'node:crypto'
import type { GuestCredentials } from '../../platform/identity'
import { keyedHash, type Secrets, sameText } from '../../platform/secrets'

/** Makes the tokens of guests, and tells them from others. */
export interface GuestTokens {
  issue(guest_id: string): string
  /** True for a token that was made here for this guest, whether or not the guest is still there. */
  isFor(credentials: GuestCredentials): boolean
  /** What is kept of a token. */
  hashOf(guest_token: string): string
}

/**
 * A token is a secret and a mark that only this server can make of it and the guest’s id. By the mark calls of made-up guests are
 * known before the database is asked.
 */
export function guestTokens(secrets: Secrets): GuestTokens {
  const key = secrets.derive('guest tokens')
  const mark = (guest_id: string, secret: string) => keyedHash(key, 'mark', guest_id, secret)
  return {
    issue(guest_id) {
      const secret = randomBytes(24).toString('base64url')
      return `${secret}.${mark(guest_id, secret)}`
    },
    isFor({ guest_id, guest_token }) {
      const [secret = '', given = '', ...more] = guest_token.split('.')
      return more.length === 0 && sameText(given, mark(guest_id, secret))
    },
    hashOf: guest_token => keyedHash(key, 'token', guest_token),
  }
}
