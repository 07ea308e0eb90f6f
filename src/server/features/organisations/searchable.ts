import { personFrom, seesAddresses } from '../../platform/people/person'
import type { Searchable } from '../../platform/searchable'
import { excerptOf, marked } from '../../platform/words/segments'
import { wordsOfNames } from '../../platform/words/sql'
import * as store from './searchable-store'

/** People have no time, so a search with a time range finds none. */
export const people: Searchable = {
  kind: 'person',
  async find(ctx, params) {
    if (params.from || params.to) return { hits: [], total: 0 }
    const { rows, total } = await store.findMembers(ctx, params)
    const hits = rows.map(async ({ id, score, at: joined, ...row }) => ({
      id,
      score,
      at: joined,
      hit: {
        kind: 'person' as const,
        user_id: id,
        user_image: (await personFrom(ctx, row)).user_image,
        title: marked(row.displayname, params.query, 'all'),
        excerpt: excerptOf(seesAddresses(ctx) ? (row.email ?? row.phone ?? '') : '', params.query, 'all'),
        by: null,
        at: null,
      },
    }))
    return { hits: await Promise.all(hits), total }
  },
  wordsLike: (ctx, word) => wordsOfNames(ctx, store.memberNames(ctx), word),
}
