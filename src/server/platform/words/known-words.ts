import { type RawBuilder, sql } from 'kysely'
import type { MemberContext } from '../request-context'
import { typosBetween } from './nearness'

/**
 * Words of the organisation that begin or end like the given one and have about its length, or that begin with it. Not
 * all of them may be visible to the caller.
 */
async function knownWordsLike(ctx: MemberContext, word: string): Promise<string[]> {
  const letters = [...word]
  const beginsWith = (column: RawBuilder<unknown>, beginning: readonly string[]) =>
    sql`${column} >= ${beginning.join('')} and ${column} < ${`${beginning.join('')}\u{10ffff}`}`
  const isAsLong = sql`length(k.word) between ${letters.length - 2}::int and ${letters.length + 2}::int`
  const { rows } = await sql<{ word: string }>`
    select k.word from known_words k
    where k.organization_id = ${ctx.organization_id} and ${beginsWith(sql`k.word`, letters.slice(0, 2))}
      and (${isAsLong} or starts_with(k.word, ${word}))
    union
    select k.word from known_words k
    where k.organization_id = ${ctx.organization_id} and ${beginsWith(sql`k.backwards`, letters.toReversed().slice(0, 2))}
      and ${isAsLong}`.execute(ctx.tx)
  return rows.map(row => row.word)
}

/**
 * Similar words in logs and documents, from a dictionary of the organisation. The dictionary is not access-controlled,
 * so its candidates are looked up in the rows that the caller may read, and only those found there are returned.
 */
export async function nearWords(ctx: MemberContext, typed: string): Promise<string[]> {
  const known = await knownWordsLike(ctx, typed)
  return known.filter(word => word.startsWith(typed) || typosBetween(typed, word) !== null)
}
