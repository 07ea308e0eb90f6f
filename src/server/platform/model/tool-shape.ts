import { z } from 'zod'

/**
 * The JSON Schema of what a tool takes, as small as it can be told: local models pay for each word, and some turn it into a grammar
 * and know neither long patterns nor the bounds of JavaScript's whole numbers. What comes back is checked by `input` itself.
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

/** What a model's words come to, in the form that the library asks for. */
export async function fitting(input: z.ZodType, words: unknown) {
  const { success, data, error } = await input.safeParseAsync(words)
  return success ? { success, value: data } : { success, error: new Error(z.prettifyError(error)) }
}
