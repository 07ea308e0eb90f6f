import type { Searchable } from '../../platform/searchable'
import { excerptOf, marked } from '../../platform/words/segments'
import { wordsOfNames } from '../../platform/words/sql'
import { personFrom } from '../profile/person-service'
import * as store from './searchable-store'

/** People have no time, so nobody is found within one. */
export const people: Searchable = {
  kind: 'person',
  async find(at, wish) {
    if (wish.from || wish.to) return { hits: [], total: 0 }
    const { rows, total } = await store.findMembers(at, wish)
    const hits = rows.map(async ({ id, score, at: joined, ...row }) => ({
      id,
      score,
      at: joined,
      hit: {
        kind: 'person' as const,
        user_id: id,
        user_image: (await personFrom(at, row)).user_image,
        title: marked(row.displayname, wish.query, 'all'),
        excerpt: excerptOf(row.email ?? row.phone ?? '', wish.query, 'all'),
        by: null,
        at: null,
      },
    }))
    return { hits: await Promise.all(hits), total }
  },
  wordsLike: (at, word) => wordsOfNames(at, store.memberNames(at), word),
}
