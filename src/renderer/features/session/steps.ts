import type { Address } from '../../platform/address'

/** What other pages tell the sign-in page, in the location's state. */
export interface SignInState {
  /** Which kind of address the person wants to use this time. */
  kind?: 'email' | 'phone'
  problem?: { code: string; message: string }
}

/** What the sign-in page tells the page for the code. Links hand over `email`, `phone_number` and `code` in the query instead. */
export interface VerifyState {
  address: Address
  /** When the code was sent, in milliseconds of the epoch. */
  sentAt: number
  isAdmin?: boolean
}
