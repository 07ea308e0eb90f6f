import type { z } from 'zod'

/** Something that a model may do while it answers. What it gets back is data for it, never instructions. */
export interface ModelTool {
  name: string
  description: string
  input: z.ZodType
  /** Gets what `input` made of the model's words; they are not called while those do not fit. What it throws ends the answer. */
  run(input: unknown): Promise<string>
}

export interface ModelQuestion {
  system: string
  /** Oldest first; the last one is the question. */
  messages: readonly { role: 'user' | 'assistant'; content: string }[]
  tools: readonly ModelTool[]
  /** Aborted when the person stops the answer. */
  signal: AbortSignal
}

/** The port to a language model [D25]. */
export interface Model {
  /**
   * Pieces of the answer's text, as they come. Throws {@link ModelFailure}, or what a tool threw. Ends quietly when the signal is
   * aborted; leaving the loop early ends the model's work too.
   */
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
