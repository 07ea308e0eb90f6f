import { firstSentenceApart } from '#shared/rules/log-title'
import type { MemberContext } from '../../platform/request-context'
import type { Searchable } from '../../platform/searchable'
import { typosBetween } from '../../platform/words/nearness'
import { excerptOf, marked } from '../../platform/words/segments'
import { wordsOfNames } from '../../platform/words/sql'
import * as dictionary from './known-words-store'
import { findLogs } from './log-search-store'
import * as store from './searchable-store'

/**
 * The words of logs and documents come from one dictionary of the organisation. It is no secret's keeper: what it names is asked of
 * the rows that the caller may read, and only what stands there is answered.
 */
export async function nearWords(ctx: MemberContext, typed: string): Promise<string[]> {
  const known = await dictionary.knownWordsLike(ctx, typed)
  return known.filter(word => word.startsWith(typed) || typosBetween(typed, word) !== null)
}

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
  wordsLike: async (ctx, word) => dictionary.wordsInDocuments(ctx, await nearWords(ctx, word)),
}

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
          // What stands in the title is not said again [D45].
          excerpt: excerptOf(firstSentenceApart({ title, content: text })?.[1] ?? text, params.query),
          by,
          at: written,
        },
      })),
    }
  },
  wordsLike: async (ctx, word) => dictionary.wordsInLogs(ctx, await nearWords(ctx, word)),
}

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
