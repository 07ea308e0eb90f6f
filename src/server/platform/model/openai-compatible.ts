import type { TextStreamPart, ToolSet } from 'ai'
import type { Settings } from '../../settings'
import type { Clock } from '../clock'
import { type Connected, connect, type ModelAddress } from './connection'
import { failureFrom } from './failures'
import { fillShape } from './fill-shape'
import { type Model, ModelFailure, type ModelQuestion, type ModelTool } from './model'
import { Silence } from './silence'
import { fitting, toolShape } from './tool-shape'

/** Rounds of tool calls and text. The last one has no tools, so that the model answers. */
const rounds = 8
/** Characters; a longer answer is cut here and counts as complete. */
const longestAnswer = 50_000

/**
 * A model behind any OpenAI-compatible URL [D25], using the chat-completions protocol. The library is loaded on first
 * use. Requests are not retried, because a waiting person can ask again.
 */
export function openAiCompatible(address: ModelAddress, clock: Clock): Model {
  let connected: ReturnType<typeof connect> | undefined
  return {
    name: address.name,
    async fill(question) {
      connected ??= connect(address)
      return fillShape(await connected, address, clock, question)
    },
    async *answer(question) {
      connected ??= connect(address)
      yield* conversation(await connected, address, clock, question)
    },
  }
}

async function* conversation(
  { ai, model }: Connected,
  { key, silence: longestSilence }: ModelAddress,
  clock: Clock,
  { system, messages, tools, signal }: ModelQuestion,
): AsyncGenerator<string> {
  if (signal.aborted) return
  const work = new Work(signal)
  const silence = new Silence(clock, longestSilence, () => work.fail(new ModelFailure('slow')))
  const offered = ({ description, input, run }: ModelTool) =>
    ai.tool({
      description,
      inputSchema: ai.jsonSchema(toolShape(input), { validate: words => fitting(input, words) }),
      execute: words => silence.during(() => work.orFail(run(words))),
    })
  const { fullStream } = ai.streamText({
    model,
    system,
    messages: [...messages],
    tools: Object.fromEntries(tools.map(tool => [tool.name, offered(tool)])),
    stopWhen: ai.stepCountIs(rounds),
    prepareStep: ({ stepNumber }) => (stepNumber === rounds - 1 ? { activeTools: [] } : {}),
    maxRetries: 0,
    abortSignal: work.signal,
    // Without this, the library prints errors to the console; they also arrive as parts of the stream.
    onError: () => {},
  })
  let said = 0
  try {
    for await (const piece of work.untilEnd(textOf(fullStream, silence), error => failureFrom(error, key))) {
      const resume = silence.pause()
      yield piece.slice(0, longestAnswer - said)
      resume()
      said += piece.length
      if (said >= longestAnswer) return
    }
    if (said === 0 && !signal.aborted) throw new ModelFailure('broken', { cause: new Error('It said nothing.') })
  } finally {
    silence.end()
    work.end()
  }
}

/** Extracts the text from all parts of a stream. The texts of two rounds become two paragraphs. */
async function* textOf(parts: AsyncIterable<TextStreamPart<ToolSet>>, silence: Silence) {
  let hasText = false
  let isNewRound = false
  for await (const part of parts) {
    silence.broken()
    if (part.type === 'error') throw part.error
    if (part.type === 'start-step') isNewRound = true
    if (part.type !== 'text-delta' || part.text === '') continue
    yield hasText && isNewRound ? `\n\n${part.text}` : part.text
    hasText = true
    isNewRound = false
  }
}

/** The work on one question, and its early end: stopped by the person, or failed. */
class Work {
  readonly #end = new AbortController()
  readonly #ended: Promise<'ended'>
  readonly signal: AbortSignal
  #failure: { error: unknown } | undefined

  constructor(stopped: AbortSignal) {
    this.signal = AbortSignal.any([stopped, this.#end.signal])
    this.#ended = new Promise(resolve => {
      this.signal.addEventListener('abort', () => resolve('ended'), { once: true })
    })
  }

  fail(error: unknown): void {
    this.#failure ??= { error }
    this.end()
  }

  end(): void {
    this.#end.abort()
  }

  async orFail<T>(task: Promise<T>): Promise<T> {
    try {
      return await task
    } catch (error) {
      this.fail(error)
      throw error
    }
  }

  /**
   * Yields items until the end, without waiting for a running tool or an unresponsive server. Throws the failure of the
   * work, and errors of the items as converted by `failure`.
   */
  async *untilEnd<T>(items: AsyncIterable<T>, failure: (error: unknown) => Error): AsyncGenerator<T> {
    const iterator = items[Symbol.asyncIterator]()
    for (;;) {
      const next = await Promise.race([iterator.next().catch(error => this.fail(failure(error))), this.#ended])
      if (this.#failure) throw this.#failure.error
      if (!next || next === 'ended' || this.signal.aborted || next.done) return
      yield next.value
    }
  }
}

/** The connected model, null if none is configured [D25], and all that a job may choose from, by name. */
export function connectModels(
  { MODEL_URL: url, MODEL_NAME: name, MODEL_CHOICES, MODEL_KEY: key, MODEL_TIMEOUT_SECONDS }: Settings,
  clock: Clock,
): { model: Model | null; models: ReadonlyMap<string, Model> } {
  if (!url || !name) return { model: null, models: new Map() }
  const silence = MODEL_TIMEOUT_SECONDS * 1000
  const models = new Map(
    [name, ...MODEL_CHOICES].map(each => [each, openAiCompatible({ url, name: each, key, silence }, clock)]),
  )
  return { model: models.get(name) ?? null, models }
}
