import { apiError } from '#shared/errors'
import type { GuestBook, GuestCredentials, GuestSubject } from '../identity'
import { asRecord, type Incoming } from './input'

/**
 * The guest credentials of a call, from query or body; null if there are none. Two different guests in one call count
 * as invalid.
 */
export function guestCredentials({ query, body }: Omit<Incoming, 'params'>): GuestCredentials | null {
  const inBody = asRecord(body)
  const single = (name: string): string | undefined => {
    const [given, ...others] = new Set([query[name], inBody[name]].filter(value => value !== undefined && value !== ''))
    if (given === undefined) return undefined
    return typeof given === 'string' && others.length === 0 ? given : ''
  }
  const [guest_id, guest_token] = [single('guest_id'), single('guest_token')]
  return guest_id === undefined || guest_token === undefined ? null : { guest_id, guest_token }
}

/** The guest of a call; null without credentials. Refuses invalid credentials. */
export async function guestOf(guests: GuestBook, call: Omit<Incoming, 'params'>): Promise<GuestSubject | null> {
  const credentials = guestCredentials(call)
  if (!credentials) return null
  const guest = await guests.find(credentials)
  if (!guest) throw apiError('session.expired')
  return guest
}
