import { z } from 'zod'

/**
 * The JSON Schema of a tool's input, as small as possible. Local models pay for each token, and some turn the schema
 * into a grammar that supports neither long patterns nor the bounds of JavaScript's integers. `input` itself validates
 * the result.
 */
export function toolShape(input: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...shape } = z.toJSONSchema(input, {
    target: 'draft-7',
    io: 'input',
    override({ jsonSchema: part }) {
      if (part.format) delete part.pattern
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum
    },
  })
  return shape
}

/** Parses a model's arguments, in the form that the library expects. */
export async function fitting(input: z.ZodType, words: unknown) {
  const { success, data, error } = await input.safeParseAsync(words)
  return success ? { success, value: data } : { success, error: new Error(z.prettifyError(error)) }
}
