import { Email, Phone } from '#shared/contract/common'
import { browserTimeZone, isIndia } from './preferences'

/** The destination of a one-time code or an invite, as the contract names it. */
export type Address = { email: string } | { phone_number: string }

const indianMobile = /^[6-9]\d{9}$/

/**
 * Parses what somebody typed: a text with an @ is an e-mail, anything else a phone number; null if it is neither. In
 * India's time zone [9.10a] a ten-digit mobile number needs no country code.
 */
export function parseAddress(typed: string, zone = browserTimeZone()): Address | null {
  const text = typed.trim()
  if (text.includes('@')) {
    const email = Email.safeParse(text)
    return email.success ? { email: email.data } : null
  }
  const bare = text.replace(/[\s().-]/g, '')
  const phone = Phone.safeParse(isIndia(zone) && indianMobile.test(bare) ? `+91${bare}` : text)
  return phone.success ? { phone_number: phone.data } : null
}

export function addressText(address: Address): string {
  return 'email' in address ? address.email : address.phone_number
}
