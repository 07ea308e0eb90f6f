import type { SearchHit, SearchKind } from '#shared/contract/search/endpoints'
import type { Source } from '#shared/contract/sources/endpoints'

/**
 * Returns the address of a search result. People have no page of their own; the workspace’s panel over the current page
 * shows them.
 */
export function hrefOf(hit: SearchHit, here: string): string {
  switch (hit.kind) {
    case 'document':
      return `#/docs/${hit.doc_id}`
    case 'log':
      return `#/docs/${hit.doc_id}?log=${hit.log_id}`
    case 'graph':
      return `#/docs/${hit.doc_id}/${hit.graph_id}`
    case 'person':
      return `#${here}#org`
    case 'source':
      return `#/feed?source=${sourceKey(hit.source)}`
    // Exact to the millisecond, so that it points to this turn and not to the end of the previous one.
    case 'transcript':
      return `#/docs/${hit.doc_id}?at=${Math.floor(hit.start * 1_000) / 1_000}`
    case 'frame':
      return `#/feed?source=${sourceKey(hit.source)}&picture=${hit.frame_id}`
    case 'task':
      return `#/tasks/${hit.task_id}`
    case 'message':
      return `#/home/messages/${hit.chat_id}?message=${hit.message_id}`
  }
}

const sourceKey = (source: Source) =>
  source.kind === 'screen' ? `screen.${source.user_id}` : `camera.${source.camera_id}`

/** What can be shown beside the results. */
export type Place =
  | { kind: 'document' | 'task' | 'chat'; id: number }
  | { kind: 'graph'; id: number; doc_id: number }
  | { kind: 'source'; source: Source; picture: string | null }

const id = '([1-9]\\d{0,14})'
const places: readonly [RegExp, (found: readonly string[], query: URLSearchParams) => Place | null][] = [
  [new RegExp(`^/docs/${id}$`), ([id]) => ({ kind: 'document', id: Number(id) })],
  [new RegExp(`^/docs/${id}/${id}$`), ([doc, id]) => ({ kind: 'graph', doc_id: Number(doc), id: Number(id) })],
  [new RegExp(`^/tasks/${id}$`), ([id]) => ({ kind: 'task', id: Number(id) })],
  [new RegExp(`^/home/messages/${id}$`), ([id]) => ({ kind: 'chat', id: Number(id) })],
  [/^\/feed$/, (_, query) => sourcePlace(query)],
]

function sourcePlace(query: URLSearchParams): Place | null {
  const [, kind, number] = new RegExp(`^(screen|camera)\\.${id}$`).exec(query.get('source') ?? '') ?? []
  if (!kind) return null
  const source: Source =
    kind === 'screen' ? { kind, user_id: Number(number) } : { kind: 'camera', camera_id: Number(number) }
  return { kind: 'source', source, picture: query.get('picture') }
}

/** Returns what an address of the app names; null if it cannot be shown beside the results. */
export function placeOf(address: string): Place | null {
  const { pathname, searchParams } = new URL(address, 'https://localhost')
  for (const [pattern, place] of places) {
    const found = pattern.exec(pathname)
    if (found) return place(found.slice(1), searchParams)
  }
  return null
}

/** Returns a key that differs for different things, but not for different places in one. */
export const keyOfPlace = (place: Place): string =>
  place.kind === 'source' ? sourceKey(place.source) : `${place.kind}.${place.id}`

/** Returns the address at which a search result can be shown beside the others; null for people, who have no page. */
export const besideOf = (hit: SearchHit): string | null => (hit.kind === 'person' ? null : hrefOf(hit, '').slice(1))

/** Returns a unique key of a search result, for lists. */
export function keyOf(hit: SearchHit): string {
  switch (hit.kind) {
    case 'document':
      return `document.${hit.doc_id}`
    case 'log':
      return `log.${hit.log_id}`
    case 'graph':
      return `graph.${hit.graph_id}`
    case 'person':
      return `person.${hit.user_id}`
    case 'source':
      return sourceKey(hit.source)
    case 'transcript':
      return `transcript.${hit.segment_id}`
    case 'frame':
      return `frame.${hit.frame_id}`
    case 'task':
      return `task.${hit.task_id}`
    case 'message':
      return `message.${hit.message_id}`
  }
}

/** The kinds of results in the order of their buttons. */
export const kindsInOrder: readonly SearchKind[] = [
  'document',
  'log',
  'task',
  'message',
  'transcript',
  'graph',
  'person',
  'source',
  'frame',
]

/** The page with all results for a text. */
export const allResultsPath = (query: string) => `/search?q=${encodeURIComponent(query)}`
