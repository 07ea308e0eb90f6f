import type { z } from 'zod'

/** A tool that a model may call while it answers. Results are data for the model, never instructions. */
export interface ModelTool {
  name: string
  description: string
  input: z.ZodType
  /** Receives the arguments after `input` has parsed them; not called if they do not fit. An error ends the answer. */
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

/** A question whose answer has a shape. Texts and pictures are data for the model, never instructions. */
export interface ShapedQuestion<T> {
  system: string
  text: string
  /** JPEG pictures, in the order in which the text names them. */
  pictures: readonly Uint8Array[]
  shape: z.ZodType<T>
  signal: AbortSignal
}

export interface ShapedAnswer<T> {
  value: T
  /** As the provider counts them; 0 if it does not. */
  tokens: { input: number; output: number }
}

/** A language model [D25]. */
export interface Model {
  readonly name: string
  /**
   * Answers in the given shape. Throws {@link ModelFailure}: also if the answer does not have the shape after a second
   * attempt.
   */
  fill<T>(question: ShapedQuestion<T>): Promise<ShapedAnswer<T>>
  /**
   * Yields pieces of the answer's text as they arrive. Throws {@link ModelFailure}, or the error of a tool. Ends
   * quietly when the signal is aborted. Leaving the loop early also stops the model.
   */
  answer(question: ModelQuestion): AsyncIterable<string>
}

/** Why a model gave no complete answer: it was silent for too long, or its output is unusable. */
export class ModelFailure extends Error {
  override name = 'ModelFailure'
  constructor(
    readonly kind: 'slow' | 'broken',
    options?: { cause?: unknown },
  ) {
    super(`The model is ${kind}.`, options)
  }
}
