import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { apiError } from '#shared/errors'
import { unstorableTextIn } from './storable-text'

/** The position at which a keyset-paged list continues. */
export interface Cursor<Place> {
  /** Parses a cursor; undefined means the beginning of the list. Refuses texts that are no cursor of this list. */
  read(cursor: string | undefined): Place | undefined
  /** Returns the first `limit` of rows that were read with one extra, and the next cursor if there was an extra row. */
  cut<Row>(
    rows: readonly Row[],
    limit: number,
    placeOf: (row: Row) => Place,
  ): { shown: Row[]; next_cursor: string | null }
}

/** Cursors of one list. Callers pass them back unchanged, but their contents are validated like any input. */
export function createCursor<Place>(schema: z.ZodType<Place>): Cursor<Place> {
  return {
    read(cursor) {
      if (cursor === undefined) return undefined
      const place = schema.safeParse(parsed(cursor))
      if (place.success && unstorableTextIn(place.data) === undefined) return place.data
      throw apiError('request.invalid', { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] })
    },
    cut(rows, limit, placeOf) {
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return { shown, next_cursor: last ? Buffer.from(JSON.stringify(placeOf(last))).toString('base64url') : null }
    },
  }
}

const limitSteps = [11, 31, 51, 101]

/**
 * A limit as a literal in the SQL, rounded up to one of a few values. With a parameter, PostgreSQL would plan for a
 * tenth of the table, and plan again on every call.
 */
export function limitOf(limit: number): RawBuilder<number> {
  return sql.lit(limitSteps.find(step => step >= limit) ?? limit)
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
