import type { z } from 'zod'
import { refuse } from '#shared/errors'

/** Cursors of one list: where it goes on, as a text that callers only pass back. A text that is none is refused. */
export function cursorOf<T>(schema: z.ZodType<T>) {
  return {
    write: (place: T): string => Buffer.from(JSON.stringify(place)).toString('base64url'),
    read(cursor: string | undefined): T | undefined {
      if (cursor === undefined) return undefined
      const place = schema.safeParse(parsed(cursor))
      if (!place.success)
        throw refuse('request.invalid', { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] })
      return place.data
    },
  }
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
