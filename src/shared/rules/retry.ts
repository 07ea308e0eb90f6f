/** What an attempt to send something came to. */
export interface FailedAttempt {
  /** The HTTP status; null where no answer came at all. */
  status: number | null
  /** Seconds that the server asks to wait, from its `Retry-After`. */
  retryAfter?: number | undefined
}

/** Client errors that say nothing about the request itself: it took too long, came too early, or came with too many others. */
const passingStatuses: readonly number[] = [408, 425, 429]
/** Server errors that the same request meets every time. */
const finalStatuses: readonly number[] = [501, 505]

/**
 * Whether the same request may succeed later without anybody changing it: no answer, a busy or failing server, a full disk of the
 * server. Everything else is final and needs a person.
 */
export function isPassing({ status }: Pick<FailedAttempt, 'status'>): boolean {
  if (status === null || passingStatuses.includes(status)) return true
  return status >= 500 && !finalStatuses.includes(status)
}

/**
 * Whether the server may have done what a failed attempt asked for. A client error says that this attempt did nothing; it says nothing
 * about earlier ones.
 */
export const mayBeDone = ({ status }: Pick<FailedAttempt, 'status'>): boolean =>
  status === null || status < 400 || status >= 500 || status === 408

/** Bounds of the pause between two attempts, in milliseconds. */
export interface Backoff {
  first: number
  most: number
}

export const sendingBackoff: Backoff = { first: 1_000, most: 30_000 }

/** Returns a pause that doubles with every failure up to a limit. `random`, from 0 to 1, takes up to half of it away. */
export function backoff(failures: number, random: number, { first, most }: Backoff = sendingBackoff): number {
  const ceiling = Math.min(most, first * 2 ** Math.min(failures, 30))
  return ceiling * (0.5 + random / 2)
}

/** No server holds a client back for longer than this, in milliseconds, whatever it answers. */
const longestRetryAfter = 3_600_000
/** The share by which clients spread that were all told to come back at the same time. */
const spread = 0.1

/**
 * Returns the pause before the next attempt, in milliseconds, or null where the failure is final. `failures` counts the failures in a
 * row before this one. The pause is never shorter than the server asks for.
 */
export function pauseAfter(
  attempt: FailedAttempt,
  failures: number,
  random: number,
  bounds: Backoff = sendingBackoff,
): number | null {
  if (!isPassing(attempt)) return null
  const asked = Math.min(longestRetryAfter, Math.max(0, attempt.retryAfter ?? 0) * 1000)
  return Math.max(backoff(failures, random, bounds), asked * (1 + random * spread))
}

/** Reads a `Retry-After` header, which holds seconds or a date; undefined where it holds neither. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return seconds > 0 ? seconds : undefined
  const until = Date.parse(header)
  return until > now ? Math.ceil((until - now) / 1000) : undefined
}
