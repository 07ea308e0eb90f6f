import { day } from '../../limits'

/** The first subscription of an organisation begins with a trial; a failed payment leaves time to pay again [D36]. */
export const billing = {
  trial: 14 * day,
  grace: 7 * day,
  /** When the owners are reminded of a failed payment, since it failed. */
  reminders: [0, 3 * day, 6 * day],
  referenceLength: 100,
  webhookBytes: 1_000_000,
  payments: 200,
} as const
