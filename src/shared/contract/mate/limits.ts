import { minute } from '../../limits'

export const mate = {
  messageLength: 8_000,
  /** The most sources that an answer lists. */
  references: 250,
  suggestions: 5,
  page: 50,
  historyForModel: 20,
  pathLength: 500,
  proposed: 24 * 60 * minute,
} as const
