import type { Clock } from '../../clock'
import { Backoff } from '../../media/backoff'
import { pause } from '../../media/waiting'
import { SpeechFailure } from '../transcriber'
import type { PackedSound } from './pack'
import { EndlessAnswer, post, type Reply } from './post'

/** A speech service that speaks OpenAI's protocol. */
export interface SpeechAddress {
  /** Where `/audio/transcriptions` hangs, as `http://localhost:8000/v1`. */
  url: string
  /** The model to ask for there. */
  name: string
  key: string | undefined
  /** Milliseconds that one answer may take. */
  patience: number
  /** Seconds of sound that are sent at once. */
  pieceSeconds: number
}

/** How sound is cut for a service: where nobody pauses, words that are cut in one piece are whole in the other. */
export const cuttingFor = ({ pieceSeconds }: SpeechAddress) => ({ longest: pieceSeconds, shared: 4 })

/** A service that will not have the form of answer that it was asked for. */
export class FormRefused extends SpeechFailure {}

/** Times that the same is asked before it is given up. */
const tries = 4
/** Milliseconds that a service may ask to be left alone; who wants longer is given up on that much earlier. */
const longestRest = 60_000
/** Characters of what a service says is wrong. */
const toldAtMost = 200

interface Asking {
  clock: Clock
  signal: AbortSignal
}

/** Asks until there is an answer, an error, or no attempt is left. Answers parsed JSON of any shape. Throws {@link SpeechFailure}. */
export async function ask(
  address: SpeechAddress,
  question: { file: PackedSound; fields: readonly (readonly [string, string])[] },
  { clock, signal }: Asking,
): Promise<unknown> {
  const backoff = new Backoff(Math.random)
  for (let left = tries - 1; ; left -= 1) {
    const outcome = await askOnce(address, question, { clock, signal })
    if ('answer' in outcome) return outcome.answer
    if (!outcome.again || left === 0) throw outcome.failure
    const wait = Math.max(backoff.next(), Math.min(outcome.retryAfter ?? 0, longestRest))
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
  const lasting = new AbortController()
  const cancel = clock.after(patience, () => lasting.abort(new SpeechFailure('The speech service took too long.')))
  try {
    const reply = await post({
      url: transcriptionsAt(url),
      key,
      file,
      fields: [['model', name], ...fields],
      signal: AbortSignal.any([signal, lasting.signal]),
    })
    return outcomeOf(reply, key)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SpeechFailure) return { failure: error, again: true }
    const { code, message } = error as NodeJS.ErrnoException
    const failure = new SpeechFailure(`The speech service could not be heard: ${code ?? message}`)
    return { failure, again: !(error instanceof EndlessAnswer) }
  } finally {
    cancel()
  }
}

/** Keeps what follows a question mark, which some services want on every call. */
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
      return { failure: new SpeechFailure('The speech service answered what is no JSON.'), again: false }
    }
  }
  const told = toldIn(body)
  const message = ['The speech service refused', `HTTP ${status}`, key ? told.replaceAll(key, '[secret]') : told]
    .filter(Boolean)
    .join(' · ')
  const isAboutForm = (status === 400 || status === 422) && /response_format|format/i.test(told)
  if (isAboutForm) return { failure: new FormRefused(message), again: false }
  return { failure: new SpeechFailure(message), again: status === 408 || status === 429 || status >= 500, retryAfter }
}

/** What the service says is wrong, as OpenAI and those who follow it say it. */
function toldIn(body: string): string {
  try {
    const { error, detail } = JSON.parse(body) as { error?: { message?: unknown }; detail?: unknown }
    const told = error?.message ?? detail
    return typeof told === 'string' ? told.slice(0, toldAtMost) : ''
  } catch {
    return ''
  }
}
