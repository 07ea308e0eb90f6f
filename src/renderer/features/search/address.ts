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

const pages = [/^\/docs\/\d+(\/\d+)?$/, /^\/tasks\/\d+$/, /^\/home\/messages\/\d+$/, /^\/feed$/]

/** Whether an address of the app, as it stands in the address of the search, is that of a result. */
export const isResult = (address: string): boolean => pages.some(page => page.test(address.split('?')[0] ?? ''))

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
