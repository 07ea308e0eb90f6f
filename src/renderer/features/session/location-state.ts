import type { Address } from '../../platform/address'

/** What other pages pass to the sign-in page in the location's state. */
export interface SignInState {
  /** The kind of address that the person wants to use. */
  kind?: 'email' | 'phone'
  problem?: { code: string; message: string }
}

/**
 * What the sign-in page passes to the page for the code. Links pass `email`, `phone_number` and `code` in the query
 * instead.
 */
export interface VerifyState {
  address: Address
  /** When the code was sent, in milliseconds since the epoch. */
  sentAt: number
  isAdmin?: boolean
}
