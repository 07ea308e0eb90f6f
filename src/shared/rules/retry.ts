/** The outcome of an attempt to send something. */
export interface FailedAttempt {
  /** The HTTP status; null without an answer. */
  status: number | null
  /** Seconds of the server's `Retry-After`. */
  retryAfter?: number | undefined
}

/**
 * Client errors that are not caused by the request itself: it took too long, came too early, or came with too many
 * others.
 */
const passingStatuses: readonly number[] = [408, 425, 429]
/** Server errors that occur for the same request every time. */
const finalStatuses: readonly number[] = [501, 505]

/**
 * Whether the same request may succeed later: no answer, a busy or failing server, a full disk of the server. All other
 * failures are final and need a person.
 */
export function isPassing({ status }: Pick<FailedAttempt, 'status'>): boolean {
  if (status === null || passingStatuses.includes(status)) return true
  return status >= 500 && !finalStatuses.includes(status)
}

/**
 * Whether the server may have executed a failed attempt. A client error means that this attempt did nothing; it says
 * nothing about earlier ones.
 */
export const mayBeDone = ({ status }: Pick<FailedAttempt, 'status'>): boolean =>
  status === null || status < 400 || status >= 500 || status === 408

/** Limits of the pause between two attempts, in milliseconds. */
export interface Backoff {
  first: number
  most: number
}

export const sendingBackoff: Backoff = { first: 1_000, most: 30_000 }

/** A pause that doubles with every failure up to a limit. `random`, from 0 to 1, takes off up to half of it. */
export function backoff(failures: number, random: number, { first, most }: Backoff = sendingBackoff): number {
  const ceiling = Math.min(most, first * 2 ** Math.min(failures, 30))
  return ceiling * (0.5 + random / 2)
}

/** The longest respected `Retry-After`, in milliseconds. */
const longestRetryAfter = 3_600_000
/** The share by which clients spread that were asked to return at the same time. */
const spread = 0.1

/**
 * The pause before the next attempt, in milliseconds, or null if the failure is final. `failures` counts the
 * consecutive failures before this one. The pause is never shorter than the server asks for.
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

/** Parses a `Retry-After` header, which holds seconds or a date; undefined for anything else. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return seconds > 0 ? seconds : undefined
  const until = Date.parse(header)
  return until > now ? Math.ceil((until - now) / 1000) : undefined
}
