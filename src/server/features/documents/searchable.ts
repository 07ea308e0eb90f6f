import type { Searchable } from '../../platform/searchable'
import { nearWords } from '../../platform/words/known-words'
import { excerptOf, marked } from '../../platform/words/segments'
import * as store from './searchable-store'

/** Documents as search results. */
export const documents: Searchable = {
  kind: 'document',
  async find(ctx, params) {
    const { rows, total } = await store.findDocuments(ctx, params)
    return {
      total,
      hits: rows.map(({ id, name, type, text, by, ...place }) => ({
        ...place,
        id,
        hit: {
          kind: 'document',
          doc_id: id,
          document_type: type,
          title: marked(name, params.query),
          excerpt: excerptOf(text, params.query),
          by,
          at: place.at,
        },
      })),
    }
  },
  wordsLike: async (ctx, word) => store.wordsInDocuments(ctx, await nearWords(ctx, word)),
}
