import type { Clock } from '../../clock'
import { Backoff } from '../../media/backoff'
import { pause } from '../../media/waiting'
import { SpeechFailure } from '../transcriber'
import type { PackedSound } from './pack'
import { EndlessAnswer, post, type Reply } from './post'

/** A speech service that speaks OpenAI's protocol. */
export interface SpeechAddress {
  /** The base URL of `/audio/transcriptions`, such as `http://localhost:8000/v1`. */
  url: string
  /** The name of the model. */
  name: string
  key: string | undefined
  /** Milliseconds that one answer may take. */
  patience: number
  /** Seconds of sound in one request. */
  pieceSeconds: number
}

/**
 * How sound is cut for a service. Pieces overlap if there is no pause, so that a word cut in one piece is whole in the
 * other.
 */
export const cuttingFor = ({ pieceSeconds }: SpeechAddress) => ({ longest: pieceSeconds, shared: 4 })

/** The service does not support the requested response format. */
export class FormatRejected extends SpeechFailure {}

/** The number of attempts for one request. */
const maximumAttempts = 4
/** The longest Retry-After that is respected, in milliseconds; a service that demands more is given up. */
const longestRetryAfter = 60_000
/** Characters of a service's error message that are kept. */
const maximumMessageLength = 200

interface Asking {
  clock: Clock
  signal: AbortSignal
}

/**
 * Retries until there is an answer, a permanent error, or no attempt left. Returns parsed JSON of any shape. Throws
 * {@link SpeechFailure}.
 */
export async function ask(
  address: SpeechAddress,
  question: { file: PackedSound; fields: readonly (readonly [string, string])[] },
  { clock, signal }: Asking,
): Promise<unknown> {
  const backoff = new Backoff(Math.random)
  for (let left = maximumAttempts - 1; ; left -= 1) {
    const outcome = await askOnce(address, question, { clock, signal })
    if ('answer' in outcome) return outcome.answer
    if (!outcome.again || left === 0) throw outcome.failure
    const wait = Math.max(backoff.next(), Math.min(outcome.retryAfter ?? 0, longestRetryAfter))
    await pause(clock, wait, signal)
    signal.throwIfAborted()
  }
}

type Outcome = { answer: unknown } | { failure: SpeechFailure; again: boolean; retryAfter?: number | null }

async function askOnce(
  { url, name, key, patience }: SpeechAddress,
  { file, fields }: Parameters<typeof ask>[1],
  { clock, signal }: Asking,
): Promise<Outcome> {
  const timeLimit = new AbortController()
  const cancel = clock.after(patience, () => timeLimit.abort(new SpeechFailure('The speech service took too long.')))
  try {
    const reply = await post({
      url: transcriptionsAt(url),
      key,
      file,
      fields: [['model', name], ...fields],
      signal: AbortSignal.any([signal, timeLimit.signal]),
    })
    return outcomeOf(reply, key)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SpeechFailure) return { failure: error, again: true }
    const { code, message } = error as NodeJS.ErrnoException
    const failure = new SpeechFailure(`The speech service could not be reached: ${code ?? message}`)
    return { failure, again: !(error instanceof EndlessAnswer) }
  } finally {
    cancel()
  }
}

/** Keeps the query of the base URL, which some services require on every call. */
function transcriptionsAt(base: string): URL {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/audio/transcriptions`
  return url
}

function outcomeOf({ status, body, retryAfter }: Reply, key: string | undefined): Outcome {
  if (status >= 200 && status < 300) {
    try {
      return { answer: JSON.parse(body) }
    } catch {
      return { failure: new SpeechFailure('The speech service answered with invalid JSON.'), again: false }
    }
  }
  const told = errorMessageIn(body)
  const message = ['The speech service refused', `HTTP ${status}`, key ? told.replaceAll(key, '[secret]') : told]
    .filter(Boolean)
    .join(' · ')
  const isAboutForm = (status === 400 || status === 422) && /response_format|format/i.test(told)
  if (isAboutForm) return { failure: new FormatRejected(message), again: false }
  return { failure: new SpeechFailure(message), again: status === 408 || status === 429 || status >= 500, retryAfter }
}

/** The service's error message, in the formats of OpenAI and compatible services. */
function errorMessageIn(body: string): string {
  try {
    const { error, detail } = JSON.parse(body) as { error?: { message?: unknown }; detail?: unknown }
    const told = error?.message ?? detail
    return typeof told === 'string' ? told.slice(0, maximumMessageLength) : ''
  } catch {
    return ''
  }
}
