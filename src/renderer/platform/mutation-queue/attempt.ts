import { mayBeDone, pauseAfter } from '#shared/rules/retry'
import type { Outcome } from '../api'
import type { Clock } from '../clock'
import { logError } from '../log'
import type { Mutation } from './mutation'

/** A longer pause was stored before the clock of this device was set back. */
export const longestPause = 2 * 3_600_000

/** How many server errors in a row a mutation may cause before later ones may pass it. */
const maxServerErrors = 8

/**
 * Sends a mutation. An exception in the app itself is final, so that it does not keep later mutations waiting; that of a
 * stopped attempt is none.
 */
export async function attempt(send: () => Promise<Outcome<unknown>>, stop: AbortSignal): Promise<Outcome<unknown>> {
  try {
    return await send()
  } catch (cause) {
    if (!stop.aborted) logError('Sending failed.', cause)
    return { ok: false, code: 'answer.invalid', message: '', data: null, status: 200 }
  }
}

interface Connectivity {
  /** Whether the connection came back during the attempt. */
  isReachable: boolean
  isOnline: boolean
}

/** Returns the changes to a mutation, given as it was before the attempt, after a failed attempt. */
export function afterFailure(
  mutation: Mutation,
  outcome: Outcome<unknown> & { ok: false },
  clock: Clock,
  { isReachable, isOnline }: Connectivity,
): Partial<Mutation> {
  const { code, message, retryAfter } = outcome
  const failures = mutation.failures + 1
  const isStuck = code === 'server.error' && failures >= maxServerErrors
  const pause = isStuck ? null : pauseAfter(outcome, mutation.failures, clock.random())
  const tried_at = mayBeDone(outcome) ? {} : { tried_at: mutation.tried_at }
  if (pause === null)
    return { state: 'failed', failure: { code, message }, failures: 0, due_at: 0, mustRest: false, ...tried_at }
  const mustRest = retryAfter !== undefined
  const isAtOnce = isReachable && !mustRest
  return {
    state: 'waiting',
    failure: isAtOnce || (!isOnline && !mustRest) ? null : { code, message },
    failures,
    due_at: isAtOnce ? 0 : clock.now() + pause,
    mustRest,
    ...tried_at,
  }
}

/** Calls back at the end of the next pause of mutations. */
export class Pauses {
  #cancel: () => void = () => undefined

  constructor(
    private readonly clock: Clock,
    private readonly onEnd: () => void,
  ) {}

  follow(mutations: readonly Mutation[]): void {
    this.cancel()
    const now = this.clock.now()
    const ends = mutations.map(({ due_at }) => due_at).filter(at => at > now)
    if (ends.length > 0) this.#cancel = this.clock.after(Math.min(longestPause, Math.min(...ends) - now), this.onEnd)
  }

  cancel(): void {
    this.#cancel()
  }
}
