import { day } from '../../limits'

/**
 * Guests [D42]. `recordings`, `bytes` and `messagesPerHour` apply to one guest, `perAddressAndHour` counts guests of
 * one address, and `addressBytes` what they upload within a day.
 */
export const guests = {
  kept: day,
  messagesPerHour: 10,
  recordings: 3,
  fileBytes: 100_000_000,
  callBytes: 105_000_000,
  bytes: 300_000_000,
  addressBytes: 1_500_000_000,
  perAddressAndHour: 20,
} as const
