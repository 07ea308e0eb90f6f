import { type RawBuilder, sql } from 'kysely'
import type { MemberContext } from '../../platform/request-context'
import { scopes, wordQuery } from '../../platform/words/sql'
import { readable } from './access-store'

/** Words of the organisation that begin or end like another and are about as long, or begin with it. The caller may not see them all. */
export async function knownWordsLike(ctx: MemberContext, word: string): Promise<string[]> {
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

const asQuery = (ctx: MemberContext) => wordQuery(ctx, sql`w.word`)

/** Those of some words that stand in logs that the caller may read. Each document is asked of the index by itself. */
export async function wordsInLogs(ctx: MemberContext, words: readonly string[]): Promise<string[]> {
  // A limit that PostgreSQL does not know when it plans: for a single row it would rather read the table from its beginning.
  const one = sql`(select 1)`
  const { rows } = await sql<{ word: string }>`
    with seen as materialized (select d.id from documents d where ${readable(ctx)})
    select w.word from unnest(${words}::text[]) w (word)
    where exists (
      select from seen s cross join lateral (
        select from logs l
        where l.organization_id = ${ctx.organization_id} and l.words @@ (${asQuery(ctx)} && ${scopes.document(sql`s.id`)})
        limit ${one}
      ) l
    )`.execute(ctx.tx)
  return rows.map(row => row.word)
}

/** Those of some words that stand in documents that the caller may read. */
export async function wordsInDocuments(ctx: MemberContext, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select w.word from unnest(${words}::text[]) w (word)
    where exists (
      select from documents d
      where ${readable(ctx)} and d.words @@ (${asQuery(ctx)} && ${scopes.organisation(ctx)})
    )`.execute(ctx.tx)
  return rows.map(row => row.word)
}
