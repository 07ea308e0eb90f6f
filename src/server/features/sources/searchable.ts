import type { Searchable } from '../../platform/searchable'
import { excerptOf, marked } from '../../platform/words/segments'
import { wordsOfNames } from '../../platform/words/sql'
import * as store from './searchable-store'

/** Cameras and screens have no time, so a search with a time range finds none. */
export const sources: Searchable = {
  kind: 'source',
  async find(ctx, params) {
    if (params.from || params.to) return { hits: [], total: 0 }
    const { rows, total } = await store.findSources(ctx, params)
    return {
      total,
      hits: rows.map(({ id, name, description, ...place }) => ({
        ...place,
        id,
        hit: {
          kind: 'source',
          source: id < 0 ? { kind: 'screen', user_id: -id } : { kind: 'camera', camera_id: id },
          title: marked(name, params.query, 'all'),
          excerpt: excerptOf(description, params.query, 'all'),
          by: null,
          at: null,
        },
      })),
    }
  },
  wordsLike: (ctx, word) => wordsOfNames(ctx, store.sourceNames(ctx), word),
}
