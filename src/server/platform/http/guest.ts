import { apiError } from '#shared/errors'
import type { GuestBook, GuestCredentials, GuestSubject } from '../identity'
import { asRecord, type Incoming } from './input'

/** What a call brings to prove a guest, in query or body; null where it does not try to. What names two guests proves none. */
export function guestCredentials({ query, body }: Omit<Incoming, 'params'>): GuestCredentials | null {
  const inBody = asRecord(body)
  const one = (name: string): string | undefined => {
    const [given, ...others] = new Set([query[name], inBody[name]].filter(value => value !== undefined && value !== ''))
    if (given === undefined) return undefined
    return typeof given === 'string' && others.length === 0 ? given : ''
  }
  const [guest_id, guest_token] = [one('guest_id'), one('guest_token')]
  return guest_id === undefined || guest_token === undefined ? null : { guest_id, guest_token }
}

/** The guest that a call proves; null where it brings no credentials of one. Refuses credentials that are not good. */
export async function guestOf(guests: GuestBook, call: Omit<Incoming, 'params'>): Promise<GuestSubject | null> {
  const credentials = guestCredentials(call)
  if (!credentials) return null
  const guest = await guests.find(credentials)
  if (!guest) throw apiError('session.expired')
  return guest
}
