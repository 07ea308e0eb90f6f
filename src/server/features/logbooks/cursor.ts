import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'
import { refuse } from '#shared/errors'

/** Where a list by time goes on: behind the row of this time and id. */
const Place = z.object({ at: Instant, id: Id })
type Place = z.infer<typeof Place>

/** The place that a cursor stands for; a text that is no cursor is refused. */
export function placeOf(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  const place = Place.safeParse(parsed(cursor))
  if (!place.success)
    throw refuse('request.invalid', { issues: [{ path: 'cursor', message: 'Not a cursor of this list.' }] })
  return place.data
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** The first `limit` of rows read with one too many, and the cursor behind them when there was one. */
export function pageOf<Row>(rows: readonly Row[], limit: number, placeOfRow: (row: Row) => Place) {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const next_cursor = last ? Buffer.from(JSON.stringify(placeOfRow(last))).toString('base64url') : null
  return { shown, next_cursor }
}
