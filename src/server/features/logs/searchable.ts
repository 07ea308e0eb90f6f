import { firstSentenceApart } from '#shared/rules/log-title'
import type { Searchable } from '../../platform/searchable'
import { nearWords } from '../../platform/words/known-words'
import { excerptOf, marked } from '../../platform/words/segments'
import { findLogs, wordsInLogs } from './log-search-store'

/** Logs as search results. */
export const logs: Searchable = {
  kind: 'log',
  async find(ctx, params) {
    const { rows, total } = await findLogs(ctx, params)
    return {
      total,
      hits: rows.map(({ id, doc_id, doc_name, title, text, by, score, at: written }) => ({
        score,
        at: written,
        id,
        hit: {
          kind: 'log',
          log_id: id,
          doc_id,
          doc_name,
          title: marked(title, params.query),
          // The title is not repeated in the excerpt [D45].
          excerpt: excerptOf(firstSentenceApart({ title, content: text })?.[1] ?? text, params.query),
          by,
          at: written,
        },
      })),
    }
  },
  wordsLike: async (ctx, word) => wordsInLogs(ctx, await nearWords(ctx, word)),
}
