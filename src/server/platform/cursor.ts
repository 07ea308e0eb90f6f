import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { apiError } from '#shared/errors'
import { unkeptTextIn } from './kept-text'

/** Where a list that pages by keyset goes on. */
export interface Cursor<Place> {
  /** The place that a cursor stands for; undefined for the beginning. A text that is no cursor of this list is refused. */
  read(cursor: string | undefined): Place | undefined
  /** The first `limit` of rows that were read with one too many, and the cursor behind them when there was one. */
  cut<Row>(
    rows: readonly Row[],
    limit: number,
    placeOf: (row: Row) => Place,
  ): { shown: Row[]; next_cursor: string | null }
}

/** Cursors of one list. Callers only pass them back; what they hold is checked like any input. */
export function cursorOf<Place>(schema: z.ZodType<Place>): Cursor<Place> {
  return {
    read(cursor) {
      if (cursor === undefined) return undefined
      const place = schema.safeParse(parsed(cursor))
      if (place.success && unkeptTextIn(place.data) === undefined) return place.data
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
 * A limit as it stands in the text of a query, rounded up to one of a few. One that is a parameter lets PostgreSQL plan for a tenth
 * of the table, and plan anew with each call.
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
