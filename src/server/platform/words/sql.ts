import { type RawBuilder, sql } from 'kysely'
import { search } from '#shared/contract/search/limits'
import { limitOf } from '../cursor'
import type { MemberContext } from '../request-context'
import type { Place, SearchParams } from '../searchable'
import { type Query, type Term, tsqueryOf, withoutPrefixes } from './query'

const ownQuery = ({ organization_id }: MemberContext, query: RawBuilder<unknown>) =>
  sql`own_query(${organization_id}::bigint, ${query})`
const asTyped = (text: string) => sql`to_tsquery('simple', ${text}::text)`

/** A query for words of `tsvector` columns, in which each word is prefixed with the number of its organisation. */
export const tsquery = (ctx: MemberContext, query: Query) => ownQuery(ctx, asTyped(tsqueryOf(query)))

/** A query for a single word of the dictionary. */
export const wordQuery = (ctx: MemberContext, word: RawBuilder<unknown>) =>
  ownQuery(ctx, sql`quote_literal(${word})::tsquery`)

/** PostgreSQL's parser may find no word in a text. Such a query matches nothing. */
export const isSomething = (query: Query) => sql`numnode(${asTyped(tsqueryOf(query))}) > 0`

/**
 * Words that every row of an organisation, every log of a document, every message of a chat, or every log of a day (counted from 1970) contains.
 */
export const scopes = {
  organisation: ({ organization_id }: MemberContext) => sql`${`'#o${organization_id}'`}::tsquery`,
  document: (id: RawBuilder<unknown>) => sql`quote_literal('#d' || ${id})::tsquery`,
  documents: (ids: readonly number[]) => sql`${ids.map(id => `'#d${id}'`).join(' | ')}::tsquery`,
  chats: (ids: readonly number[]) => sql`${ids.map(id => `'#c${id}'`).join(' | ')}::tsquery`,
  day: ({ organization_id }: MemberContext, day: RawBuilder<unknown>) =>
    sql`quote_literal(${`#t${organization_id}:`} || ${day})::tsquery`,
}

export const within = (at: RawBuilder<unknown>, { from, to }: Pick<SearchParams, 'from' | 'to'>) =>
  sql`${from ? sql`and ${at} >= ${from}::timestamptz` : sql``} ${to ? sql`and ${at} < ${to}::timestamptz` : sql``}`

const words = (query: Query) => query.map(group => group.filter(term => term.isWanted).flatMap(term => term.words))

/**
 * The score of a hit: exact matches count more than prefixes, names more than texts, adjacent words more than separate
 * ones.
 */
const scoreOfMatch = { isName: 8, isExact: 4, isInName: 2, isInOrder: 1 } as const

const scoreOf = (tests: Partial<Record<keyof typeof scoreOfMatch, RawBuilder<unknown>>>) =>
  sql<number>`(${sql.join(
    Object.entries(tests).map(
      ([name, test]) =>
        sql`case when ${test} then ${sql.lit(scoreOfMatch[name as keyof typeof scoreOfMatch])} else 0 end`,
    ),
    sql` + `,
  )})`

/** The score of a matching row, by its `tsvector` and, if it has one, its name as `search_name` computes it. */
export function textScore(ctx: MemberContext, column: RawBuilder<unknown>, query: Query, name?: RawBuilder<unknown>) {
  // Calls the function instead of the operator, because these rows are already selected and need no index.
  const fits = (text: string) => sql`ts_match_vq(${column}, ${ownQuery(ctx, asTyped(text))})`
  return scoreOf({
    isExact: fits(tsqueryOf(withoutPrefixes(query))),
    isInName: fits(tsqueryOf(query, { weight: 'A' })),
    isInOrder: fits(tsqueryOf(query, { inOrder: true })),
    ...(name && { isName: isWholeName(name, query) }),
  })
}

const isWholeName = (name: RawBuilder<unknown>, query: Query) =>
  sql`${name} = any(${words(query).map(group => ` ${group.join(' ')} `)}::text[])`

const either = (parts: readonly RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(parts, sql` or `)})`
const both = (parts: readonly RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(parts, sql` and `)})`

/** Whether names, as `search_name` computes them, match the query; words that are not quoted match as prefixes. */
export function nameMatches(name: RawBuilder<unknown>, query: Query, areWhole = false) {
  const has = ({ words, isQuoted }: Term) =>
    sql`strpos(${name}, ${` ${words.join(' ')}${isQuoted || areWhole ? ' ' : ''}`}::text) > 0`
  const lacks = ({ words }: Term) => sql`strpos(${name}, ${` ${words.join(' ')} `}::text) = 0`
  return either(query.map(group => both(group.map(term => (term.isWanted ? has(term) : lacks(term))))))
}

/** The score of a row that matches by its name, or by its name together with its other texts. */
export function nameScore({ name, all }: { name: RawBuilder<unknown>; all: RawBuilder<unknown> }, query: Query) {
  return scoreOf({
    isName: isWholeName(name, query),
    isExact: nameMatches(all, query, true),
    isInName: nameMatches(name, query),
    isInOrder: either(words(query).map(group => sql`strpos(${all}, ${` ${group.join(' ')}`}::text) > 0`)),
  })
}

/** What is read of the best rows: columns, and the joins for them, of a row `h` with the id. */
interface Details {
  columns: RawBuilder<unknown>
  joins: RawBuilder<unknown>
}

/** The best of matching rows with `id`, `at` and `score`, in their order, and the total number. */
export async function bestOf<Row>(
  { tx }: MemberContext,
  fitting: RawBuilder<unknown>,
  { behind, limit }: Pick<SearchParams, 'behind' | 'limit'>,
  { columns, joins }: Details,
): Promise<{ rows: (Row & Place)[]; total: number }> {
  const { rows } = await sql<Row & Place & { total: number }>`
    with hit as materialized (${fitting})
    select t.total, r.* from (select count(*) as total from hit) t left join (
      select h.id, h.at, h.score, ${columns} from (
        select * from hit h
        where (h.score, h.at, h.id) < (${behind.score}::int, ${behind.at}::timestamptz, ${behind.id}::bigint)
        order by h.score desc, h.at desc, h.id desc limit ${limitOf(limit)}
      ) h ${joins}
    ) r on true
    order by r.score desc, r.at desc, r.id desc`.execute(tx)
  return {
    rows: rows.filter(row => row.id !== null).slice(0, limit),
    total: Math.min(rows[0]?.total ?? 0, search.ranked + 1),
  }
}

/** Words of names (column `name` of the query) that have about the length of a mistyped word, or begin with it. */
export async function wordsOfNames(
  { tx }: MemberContext,
  names: RawBuilder<unknown>,
  typed: string,
): Promise<string[]> {
  const letters = [...typed].length
  const { rows } = await sql<{ word: string }>`
    select distinct w.word from (${names}) n cross join unnest(string_to_array(btrim(search_name(n.name)), ' ')) w (word)
    where length(w.word) between ${letters - 2}::int and ${letters + 2}::int or starts_with(w.word, ${typed}::text)`.execute(
    tx,
  )
  return rows.map(row => row.word)
}
