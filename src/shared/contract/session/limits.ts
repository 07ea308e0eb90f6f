import { day, hour, minute, second } from '../../limits'

/** Tokens [D9]. */
export const tokens = {
  lifetime: hour,
  refreshLifetime: 30 * day,
  refreshGrace: 10 * second,
  profileLifetime: 10 * minute,
} as const
/** One-time codes [D10]. */
export const codes = {
  digits: 6,
  lifetime: 5 * minute,
  attempts: 5,
  perAddressAndHour: 5,
  /** Counted over all addresses of one account. */
  perAccountAndDay: 10,
  perIpAndHour: 20,
  resendAfter: 30 * second,
} as const
