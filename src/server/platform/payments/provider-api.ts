import { z } from 'zod'
import { type Backoff, mayBeDone, parseRetryAfter, pauseAfter } from '#shared/rules/retry'
import type { Clock } from '../clock'
import { limitedFetch } from '../model/limited-fetch'
import { ProviderFailed } from './provider'

/** How the API of a payment provider is called. */
export interface ProviderApi {
  /** Sends a request and reads its JSON. Throws {@link ProviderRefused} or {@link ProviderFailed}. */
  send<T>(request: ProviderRequest, answer: z.ZodType<T>): Promise<T>
}

export interface ProviderRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string
  /** Whether a request that may have been executed can be sent once more. */
  isRepeatable: boolean
}

interface Connection {
  name: string
  base: string
  authorization: string
  clock: Clock
}

/** The provider understood a request and refused it. */
export class ProviderRefused extends ProviderFailed {
  override name = 'ProviderRefused'
  constructor(
    message: string,
    readonly status: number,
    /** The provider's own word for the kind of error. */
    readonly kind: string,
  ) {
    super(message)
  }
}

const timeout = 15_000
const attempts = 4
const pauses: Backoff = { first: 400, most: 3_000 }
/** A person waits for the answer, so a provider that asks for more time than this is given up. */
const longestPause = 8_000

/** Providers write errors in this form; the first of these words that is there is the most exact one. */
const ErrorAnswer = z.object({
  error: z.object({
    reason: z
      .string()
      .regex(/^[a-z_]+$/)
      .optional()
      .catch(undefined),
    code: z.string().optional(),
    type: z.string().optional(),
  }),
})

/**
 * Calls a provider at the operator's address. A busy or failing provider is asked again after a pause, unless the
 * request may have been executed and must not be twice. Errors name the request's path and the kind of error, and
 * nothing that was sent.
 */
export function providerApi({ name, base, authorization, clock }: Connection): ProviderApi {
  async function attempt({ method, path, headers, body }: ProviderRequest): Promise<Response | null> {
    return limitedFetch(new URL(path, base), {
      method,
      headers: { ...headers, authorization, accept: 'application/json' },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(timeout),
    }).catch(() => null)
  }

  async function refusalOf(response: Response, path: string): Promise<ProviderRefused> {
    const { error } = ErrorAnswer.catch({ error: {} }).parse(await response.json().catch(() => null))
    const kind = error.reason ?? error.code ?? error.type ?? 'unknown'
    return new ProviderRefused(`${name} answered ${response.status} (${kind}) to ${path}.`, response.status, kind)
  }

  async function answerOf<T>(response: Response, answer: z.ZodType<T>, path: string): Promise<T> {
    const read = answer.safeParse(await response.json().catch(() => null))
    if (read.success) return read.data
    throw new ProviderFailed(`${name} answered ${path} in a form that is not known.`, { cause: read.error })
  }

  /** The pause until the next attempt; null if there is none. */
  function pauseBefore(response: Response | null, failures: number, isRepeatable: boolean): number | null {
    const retryAfter = parseRetryAfter(response?.headers.get('retry-after') ?? null, clock.now())
    const failed = { status: response?.status ?? null, retryAfter }
    if (failures + 1 >= attempts || (mayBeDone(failed) && !isRepeatable)) return null
    const pause = pauseAfter(failed, failures, Math.random(), pauses)
    return pause !== null && pause <= longestPause ? pause : null
  }

  return {
    async send(request, answer) {
      const path = request.path.split('?', 1)[0] ?? ''
      for (let failures = 0; ; failures += 1) {
        const response = await attempt(request)
        if (response?.ok) return answerOf(response, answer, path)
        const pause = pauseBefore(response, failures, request.isRepeatable)
        if (pause === null)
          throw response ? await refusalOf(response, path) : new ProviderFailed(`${name} did not answer ${path}.`)
        await response?.body?.cancel()
        await new Promise<void>(resolve => clock.after(pause, resolve))
      }
    },
  }
}
