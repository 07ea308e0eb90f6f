import type { Clock } from '../clock'
import type { Connected, ModelAddress } from './connection'
import { failureFrom } from './failures'
import { ModelFailure, type ShapedAnswer, type ShapedQuestion } from './model'
import { toolShape } from './tool-shape'

/** Attempts at an answer that has the shape. */
const attempts = 2
/** Tokens of one answer; what a log needs, with room for thinking. */
const longestOutput = 4_000

/**
 * Asks for JSON in words, because local servers differ in the formats of answers that they support, and reads the JSON
 * out of the answer. The whole answer must arrive within the time that a model may be silent.
 */
export async function fillShape<T>(
  { ai, model }: Connected,
  { key, silence }: ModelAddress,
  clock: Clock,
  { system, text, pictures, shape, signal }: ShapedQuestion<T>,
): Promise<ShapedAnswer<T>> {
  const late = new AbortController()
  const cancel = clock.after(silence, () => late.abort())
  const tokens = { input: 0, output: 0 }
  const instructions = `${system}\n\nAnswer with one JSON object and nothing else. It fits this JSON Schema:\n${JSON.stringify(toolShape(shape))}`
  try {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await ai.generateText({
        model,
        system: instructions,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text },
              ...pictures.map(image => ({ type: 'image' as const, image, mediaType: 'image/jpeg' })),
            ],
          },
        ],
        maxOutputTokens: longestOutput,
        maxRetries: 0,
        abortSignal: AbortSignal.any([signal, late.signal]),
      })
      tokens.input += answer.usage.inputTokens ?? 0
      tokens.output += answer.usage.outputTokens ?? 0
      const parsed = shape.safeParse(jsonIn(answer.text))
      if (parsed.success) return { value: parsed.data, tokens }
      if (attempt >= attempts)
        throw new ModelFailure('broken', { cause: new Error('Its answers do not have the requested shape.') })
    }
  } catch (error) {
    signal.throwIfAborted()
    if (late.signal.aborted) throw new ModelFailure('slow')
    throw error instanceof ModelFailure ? error : failureFrom(error, key)
  } finally {
    cancel()
  }
}

/** The JSON object in an answer, also between other words; undefined if there is none. */
function jsonIn(text: string): unknown {
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}')
  if (start < 0 || end < start) return undefined
  try {
    return JSON.parse(text.slice(start, end + 1))
  } catch {
    return undefined
  }
}
