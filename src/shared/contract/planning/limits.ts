/** Limits of planning. */
export const planning = {
  /** People in one schedule. */
  people: 50,
  /** Days in one schedule. */
  days: 42,
  /** Tasks that explain why another one is late. */
  reasons: 3,
  /** Late tasks for which somebody else is looked for, and proposals. */
  moves: 3,
  calendars: 10,
  calendarName: 100,
  /** Busy times of one calendar. */
  busyTimes: 5_000,
  /** Bytes of a calendar that the server fetches. */
  calendarBytes: 5_000_000,
  calendarAddress: 2_000,
  /** The name and the password of a person at a CalDAV server. */
  calendarUsername: 200,
  calendarPassword: 500,
} as const
