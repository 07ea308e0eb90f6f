import type { z } from 'zod'
import type { Settings } from '../../settings'
import { openAiCompatible } from './openai-compatible'

/** Something that a model may do while it answers. What it gets back is data for it, never instructions. */
export interface ModelTool {
  name: string
  description: string
  input: z.ZodType
  run(input: unknown): Promise<unknown>
}

export interface ModelQuestion {
  system: string
  messages: readonly { role: 'user' | 'assistant'; content: string }[]
  tools: readonly ModelTool[]
  /** Aborted when the person stops the answer. */
  signal: AbortSignal
}

/** The port to a language model [D25]. */
export interface Model {
  /** Pieces of the answer's text, as they come. Throws {@link ModelFailure}. */
  answer(question: ModelQuestion): AsyncIterable<string>
}

/** Why a model gave no whole answer: it said nothing for too long, or what it said cannot be used. */
export class ModelFailure extends Error {
  override name = 'ModelFailure'
  constructor(
    readonly kind: 'slow' | 'broken',
    options?: { cause?: unknown },
  ) {
    super(`The model is ${kind}.`, options)
  }
}

/** The connected model, or null while none is configured. */
export function connectModel(settings: Settings): Model | null {
  return settings.MODEL_URL ? openAiCompatible(settings) : null
}
