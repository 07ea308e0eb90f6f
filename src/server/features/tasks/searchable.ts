import type { Searchable } from '../../platform/searchable'
import { nearWords } from '../../platform/words/known-words'
import { excerptOf, marked } from '../../platform/words/segments'
import { findTasks, wordsInTasks } from './search-store'

/** Tasks as search results, by their titles, descriptions and comments. */
export const tasks: Searchable = {
  kind: 'task',
  async find(ctx, params) {
    const { rows, total } = await findTasks(ctx, params)
    return {
      total,
      hits: rows.map(({ id, at, score, title, text, branch_id, branch_name, by }) => ({
        id,
        at,
        score,
        hit: {
          kind: 'task',
          task_id: id,
          branch_id,
          branch_name,
          title: marked(title, params.query),
          excerpt: excerptOf(text, params.query),
          by,
          at,
        },
      })),
    }
  },
  wordsLike: async (ctx, word) => wordsInTasks(ctx, await nearWords(ctx, word)),
}
