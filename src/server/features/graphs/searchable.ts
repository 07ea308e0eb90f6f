import type { Searchable } from '../../platform/searchable'
import { excerptOf, marked } from '../../platform/words/segments'
import { wordsOfNames } from '../../platform/words/sql'
import * as store from './searchable-store'

/** Graphs as search results. */
export const graphs: Searchable = {
  kind: 'graph',
  async find(ctx, params) {
    const { rows, total } = await store.findGraphs(ctx, params)
    return {
      total,
      hits: rows.map(({ id, name, labels, doc_id, doc_name, by, score, at: changed }) => ({
        score,
        at: changed,
        id,
        hit: {
          kind: 'graph',
          graph_id: id,
          doc_id,
          doc_name,
          title: marked(name, params.query, 'all'),
          excerpt: excerptOf(labels, params.query, 'all'),
          by,
          at: changed,
        },
      })),
    }
  },
  wordsLike: (ctx, word) => wordsOfNames(ctx, store.graphNames(ctx), word),
}
