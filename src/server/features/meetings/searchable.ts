import type { Searchable } from '../../platform/searchable'
import { nearWords } from '../../platform/words/known-words'
import { excerptOf } from '../../platform/words/segments'
import * as store from './search-store'

/** Segments of recordings, for those who may read their documents. */
export const transcripts: Searchable = {
  kind: 'transcript',
  async find(ctx, params) {
    const { rows, total } = await store.findSegments(ctx, params)
    return {
      total,
      hits: rows.map(({ id, text, score, at: recorded, ...said }) => ({
        score,
        at: recorded,
        id,
        hit: {
          kind: 'transcript',
          segment_id: id,
          ...said,
          title: excerptOf(text, params.query),
          excerpt: [],
          at: recorded,
        },
      })),
    }
  },
  wordsLike: async (ctx, word) => store.wordsInTranscripts(ctx, await nearWords(ctx, word)),
}
