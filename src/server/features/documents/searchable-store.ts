import { sql } from 'kysely'
import type { DocumentType } from '#shared/contract/documents/endpoints'
import type { MemberContext } from '../../platform/request-context'
import type { Place, SearchParams } from '../../platform/searchable'
import { bestOf, isSomething, scopes, textScore, tsquery, within, wordQuery } from '../../platform/words/sql'
import { readable } from '../access/document-sql'

export interface FoundDocument extends Place {
  name: string
  type: DocumentType
  text: string
  by: string | null
}

/** How many characters of a text are read for its excerpt. */
const excerptLength = sql.lit(30_000)

/** Documents that the caller may read, by name, description and text. */
export function findDocuments(ctx: MemberContext, params: SearchParams) {
  return bestOf<FoundDocument>(
    ctx,
    sql`
      select d.id, w.written_at as at, ${textScore(ctx, sql`d.words`, params.query, sql`search_name(d.name)`)} as score
      from documents d join last_writes w on w.organization_id = d.organization_id and w.doc_id = d.id
      where ${readable(ctx)} and ${isSomething(params.query)}
        and d.words @@ (${tsquery(ctx, params.query)} && ${scopes.organisation(ctx)}) ${within(sql`w.written_at`, params)}`,
    params,
    {
      columns: sql`d.name, d.type, u.displayname as by, concat_ws(E'\n', d.description, left(d.content, ${excerptLength})) as text`,
      joins: sql`join documents d on d.organization_id = ${ctx.organization_id} and d.id = h.id
        left join last_writes w on w.organization_id = d.organization_id and w.doc_id = d.id
        left join users u on u.id = w.written_by`,
    },
  )
}

/** The words that occur in documents that the caller may read. */
export async function wordsInDocuments(ctx: MemberContext, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select w.word from unnest(${words}::text[]) w (word)
    where exists (
      select from documents d
      where ${readable(ctx)} and d.words @@ (${wordQuery(ctx, sql`w.word`)} && ${scopes.organisation(ctx)})
    )`.execute(ctx.tx)
  return rows.map(row => row.word)
}
