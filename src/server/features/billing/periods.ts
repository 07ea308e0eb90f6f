import type { BillingInterval } from '#shared/contract/billing/endpoints'

/**
 * The end of a period in calendar months, as providers count them: a month after 31 January is the end of February.
 * Instants are in milliseconds since the epoch.
 */
export function periodAfter(start: number, interval: BillingInterval): number {
  const from = new Date(start)
  const months = from.getUTCMonth() + (interval === 'monthly' ? 1 : 12)
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const day = Math.min(from.getUTCDate(), lastDay)
  const time = start - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate())
  return Date.UTC(from.getUTCFullYear(), months, day) + time
}
