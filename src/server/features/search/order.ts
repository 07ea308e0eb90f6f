import { z } from 'zod'
import { Instant } from '#shared/contract/common'
import { type SearchHit, SearchKind } from '#shared/contract/search/endpoints'
import { createCursor } from '../../platform/cursor'
import type { Place } from '../../platform/searchable'

/** With equal scores, named things come before what is said in them. */
const order: readonly SearchKind[] = [
  'person',
  'document',
  'source',
  'graph',
  'task',
  'log',
  'transcript',
  'frame',
  'message',
]

export interface Ranked extends Place {
  hit: SearchHit
}

/** Compares two hits: by score, kind, time and id. */
export function byRank(first: Ranked, other: Ranked): number {
  return (
    other.score - first.score ||
    order.indexOf(first.hit.kind) - order.indexOf(other.hit.kind) ||
    other.at.localeCompare(first.at) ||
    other.id - first.id
  )
}

/** The last hit of a page, the time of the first page, and whether words were corrected. */
const Turn = z.object({
  score: z.int(),
  kind: SearchKind,
  at: Instant,
  id: z.int(),
  until: Instant,
  isCorrected: z.boolean(),
})
export type Turn = z.infer<typeof Turn>

export const turns = createCursor(Turn)

const beginning: Place = { score: 1_000, at: 'infinity', id: 0 }

/** Where the hits of a kind continue after a page that ended there. */
export function placeFor(kind: SearchKind, turn: Turn | undefined): Place {
  if (!turn) return beginning
  const { score, at, id } = turn
  const side = order.indexOf(kind) - order.indexOf(turn.kind)
  if (side === 0) return { score, at, id }
  return { score, at: side > 0 ? 'infinity' : '-infinity', id: 0 }
}
