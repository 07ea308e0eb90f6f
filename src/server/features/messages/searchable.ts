import type { Searchable } from '../../platform/searchable'
import { nearWords } from '../../platform/words/known-words'
import { excerptOf } from '../../platform/words/segments'
import * as store from './searchable-store'

/** Messages as search results, for the people of their chats. */
export const messages: Searchable = {
  kind: 'message',
  async find(ctx, params) {
    const { rows, total } = await store.findMessages(ctx, params)
    return {
      total,
      hits: rows.map(({ id, chat_id, chat_name, text, by, score, at: sent }) => ({
        score,
        at: sent,
        id,
        hit: {
          kind: 'message',
          message_id: id,
          chat_id,
          chat_name,
          title: excerptOf(text, params.query),
          excerpt: [],
          by,
          at: sent,
        },
      })),
    }
  },
  wordsLike: async (ctx, word) => store.wordsInMessages(ctx, await nearWords(ctx, word)),
}
