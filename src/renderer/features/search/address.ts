import type { SearchHit, SearchKind } from '#shared/contract/search/endpoints'

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
      return hit.source.kind === 'screen'
        ? `#/feed?source=screen.${hit.source.user_id}`
        : `#/feed?source=camera.${hit.source.camera_id}`
    // Exact to the millisecond, so that it points to this turn and not to the end of the previous one.
    case 'transcript':
      return `#/docs/${hit.doc_id}?at=${Math.floor(hit.start * 1_000) / 1_000}`
  }
}

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
      return hit.source.kind === 'screen' ? `screen.${hit.source.user_id}` : `camera.${hit.source.camera_id}`
    case 'transcript':
      return `transcript.${hit.segment_id}`
  }
}

/** The kinds of results in the order of their buttons. */
export const kindsInOrder: readonly SearchKind[] = ['document', 'log', 'transcript', 'graph', 'person', 'source']

/** The page with all results for a text. */
export const allResultsPath = (query: string) => `/search?q=${encodeURIComponent(query)}`
