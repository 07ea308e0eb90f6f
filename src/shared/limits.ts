/**
 * The business constants of section 9 of the specification and of the decisions that belong to no feature; those of a
 * feature are in its folder of the contract. Times are in milliseconds unless the name says otherwise.
 */

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** Name and key of the state that the client persists in local storage [4.17]. */
export const persistKey = 'app'
export const persistTimeout = 5 * second
/** How often the error boundary retries by itself before it shows its screen [9.4]. */
export const boundaryRetries = 3
export const toast = { duration: 5 * second, width: 320 } as const
/** How many colours suggestions and labels cycle through [9.8]. */
export const colourCycle = 5
/** How long the sign-out page waits before it opens /login [2.3b]. */
export const afterSignOut = 100
/** Where / redirects if no path is remembered [4.2c]. */
export const defaultPath = '/chat'

/** How long clients can catch up from the event log; clients that were away longer reload their data. */
export const eventRetention = 7 * day
/** How long the answer to an idempotency key is remembered. */
export const idempotencyRetention = 24 * hour

/**
 * Sockets. A client that does not ping this often is closed with 4408. Reconnecting after a token refresh waits a
 * moment [9.5].
 */
export const sockets = {
  silence: 300 * second,
  ping: 120 * second,
  pongWait: 10 * second,
  afterRefresh: 500,
  /** Sockets of one guest; the limit for members is a setting of the server. */
  perGuest: 6,
  /** How often one connection may request missed events; a client needs one request. */
  resumes: 3,
} as const

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

/** Limits of a JSON body: its bytes, the depth of nesting, and the number of values. */
export const body = { bytes: 1_000_000, depth: 32, values: 20_000 } as const

/**
 * Slow bodies. A body is given up if nothing arrives for `idle`, or if after `grace` its average is below
 * `bytesPerSecond`. An address may have a limited number of slow bodies. After a call is answered, the rest of its body
 * is read for a moment.
 */
export const bodyArrival = {
  checkEvery: 5 * second,
  idle: 20 * second,
  grace: 30 * second,
  bytesPerSecond: 1_000,
  perAddress: 100,
  answeredWithin: 60 * second,
  drainedFor: 5 * second,
  drainedBytes: 10_000_000,
} as const

/**
 * Surplus connections: the seconds in Retry-After, how many are answered with an error at once, and how long that may
 * take.
 */
export const connections = { retryAfter: 30, refusedAtOnce: 200, refusedWithin: 2 * second } as const
