import type { Searchable } from '../../platform/searchable'
import { excerptOf, marked } from '../../platform/words/segments'
import { wordsOfNames } from '../../platform/words/sql'
import * as store from './searchable-store'

/** Cameras and screens are there now and have no time, so none is found within one. */
export const sources: Searchable = {
  kind: 'source',
  async find(at, wish) {
    if (wish.from || wish.to) return { hits: [], total: 0 }
    const { rows, total } = await store.findSources(at, wish)
    return {
      total,
      hits: rows.map(({ id, name, description, ...place }) => ({
        ...place,
        id,
        hit: {
          kind: 'source',
          source: id < 0 ? { kind: 'screen', user_id: -id } : { kind: 'camera', camera_id: id },
          title: marked(name, wish.query, 'all'),
          excerpt: excerptOf(description, wish.query, 'all'),
          by: null,
          at: null,
        },
      })),
    }
  },
  wordsLike: (at, word) => wordsOfNames(at, store.sourceNames(at), word),
}
