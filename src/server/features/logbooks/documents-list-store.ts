import { sql } from 'kysely'
import type { DocumentAccess, DocumentType } from '#shared/contract/logbooks'
import { limitOf } from '../../platform/cursor'
import type { MemberScene } from '../../platform/scene'
import { readable } from './access-store'
import { own } from './shelf-store'

export interface ListedRow {
  doc_id: number
  name: string
  type: DocumentType
  access: DocumentAccess
  written_at: string
  writer: string | null
  is_pinned: boolean
  opened_at: string | null
}

/** Where a list of documents goes on: behind this one. */
export interface ListPlace {
  at: string
  id: number
}

export interface ListWish {
  type?: DocumentType | undefined
  /** Every word of it is in the name or the description. */
  query?: string | undefined
  only?: 'pinned' | 'opened' | undefined
  after?: ListPlace | undefined
  limit: number
}

/** Which documents `d` match that the caller may read. */
function matching(at: MemberScene, { type, query = '' }: Pick<ListWish, 'type' | 'query'>) {
  const patterns = query.split(/\s+/).filter(Boolean).map(containing)
  return sql`${readable(at)} and (${type ?? null}::text is null or d.type = ${type ?? null})
    and lower(d.name || ' ' || coalesce(d.description, '')) like all (array(select lower(p) from unnest(${patterns}::text[]) p))`
}

const containing = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** What a list is made of, and the time that it is ordered by. */
const lists = {
  all: { join: sql`left join`, which: sql`true`, at: sql`w.written_at` },
  pinned: { join: sql`join`, which: sql`s.is_pinned`, at: sql`w.written_at` },
  opened: { join: sql`join`, which: sql`s.opened_at is not null`, at: sql`s.opened_at` },
}

/** Documents that the caller may read, last written first; those that they opened last opened first. */
export async function listDocuments(at: MemberScene, { only, after, limit, ...wish }: ListWish): Promise<ListedRow[]> {
  const list = lists[only ?? 'all']
  const id = only === 'opened' ? sql`s.doc_id` : sql`w.doc_id`
  const { rows } = await sql<ListedRow>`
    select d.id as doc_id, d.name, d.type, d.access, w.written_at, u.displayname as writer,
      coalesce(s.is_pinned, false) as is_pinned, s.opened_at
    from last_writes w
    join documents d on d.organization_id = w.organization_id and d.id = w.doc_id
    ${list.join} ${own(at)} on s.doc_id = w.doc_id
    left join users u on u.id = w.written_by
    where w.organization_id = ${at.organization_id} and ${list.which}
      and (${list.at}, ${id}) < (${after?.at ?? 'infinity'}::timestamptz, ${after?.id ?? 0}::bigint)
      and ${matching(at, wish)}
    order by ${list.at} desc, ${id} desc limit ${limitOf(limit)}`.execute(at.tx)
  return rows.slice(0, limit)
}

/** How many documents match that the caller may read. */
export async function countDocuments(at: MemberScene, wish: Pick<ListWish, 'type' | 'query'>): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from documents d where ${matching(at, wish)}`.execute(at.tx)
  return rows[0]?.found ?? 0
}

/** More names than this do not stand in one question. */
const namesInAText = 100

/**
 * Documents that the caller may read and whose names stand in a text, whatever its capitals, the longest name first; of several with
 * one name the last written. A name may stand inside a longer word.
 */
export async function documentsNamedIn(at: MemberScene, text: string): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    with asked as materialized (select translate(lower(${text}::text), '’‘', '''''') as text)
    select id, name from (
      select distinct on (n.name) d.id, d.name
      from asked cross join documents d
      join last_writes w on w.organization_id = d.organization_id and w.doc_id = d.id
      cross join lateral (select translate(lower(btrim(d.name)), '’‘', '''''') as name) n
      where ${readable(at)} and strpos(asked.text, n.name) > 0
      order by n.name, w.written_at desc, d.id desc
    ) named
    order by length(name) desc, name limit ${namesInAText}`.execute(at.tx)
  return rows
}
