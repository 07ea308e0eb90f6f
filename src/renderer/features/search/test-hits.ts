import type { SearchAnswer, SearchHit, SearchKind } from '#shared/contract/search/endpoints'

/** Splits a text into pieces; the parts in brackets are matches. */
export const pieces = (text: string) =>
  text
    .split(/[[\]]/)
    .map((text, index) => ({ text, hit: index % 2 === 1 }))
    .filter(piece => piece.text !== '')

const at = '2026-11-20T09:30:00Z'

export const logHit = (log_id: number, title: string, excerpt = ''): SearchHit => ({
  kind: 'log',
  log_id,
  doc_id: 3,
  doc_name: 'Bay log',
  title: pieces(title),
  excerpt: pieces(excerpt),
  by: 'Tom Reyes',
  at,
})

export const documentHit = (doc_id: number, title: string): SearchHit => ({
  kind: 'document',
  doc_id,
  document_type: 'logbook',
  title: pieces(title),
  excerpt: [],
  by: 'Tom Reyes',
  at,
})

export const saidHit = (segment_id: number, title: string, by: string | null = 'Priya Nair'): SearchHit => ({
  kind: 'transcript',
  segment_id,
  speaker: 2,
  start: 3_725.25,
  doc_id: 5,
  doc_name: 'Monday round',
  title: pieces(title),
  excerpt: [],
  by,
  at,
})

export const personHit = (user_id: number, title: string): SearchHit => ({
  kind: 'person',
  user_id,
  user_image: null,
  title: pieces(title),
  excerpt: [],
  by: null,
  at: null,
})

export const taskHit = (task_id: number, title: string): SearchHit => ({
  kind: 'task',
  task_id,
  branch_id: 2,
  branch_name: 'Bay',
  title: pieces(title),
  excerpt: [],
  by: null,
  at,
})

/** A complete answer with these results. */
export function answerOf(hits: SearchHit[], more: Partial<SearchAnswer> = {}): SearchAnswer {
  const kinds: SearchKind[] = ['document', 'log', 'graph', 'person', 'source', 'transcript']
  const counts = kinds.map(kind => ({ kind, found: hits.filter(hit => hit.kind === kind).length, is_more: false }))
  return { hits, next_cursor: null, counts, corrected: null, ...more }
}
