import { sql } from 'kysely'
import type { DocumentAccess, DocumentOrder, DocumentType } from '#shared/contract/documents/endpoints'
import { limitOf } from '../../platform/cursor'
import type { MemberContext } from '../../platform/request-context'
import type { NamedDocument } from '../../platform/tool'
import { readable, seenBranch, writable } from '../access/document-sql'
import { own } from './pinned-and-recent-store'

export interface ListedRow {
  doc_id: number
  name: string
  type: DocumentType
  access: DocumentAccess
  written_at: string
  writer: string | null
  is_pinned: boolean
  opened_at: string | null
  writable: boolean
  /** Its position in a list by name. */
  by_name: string | null
}

/**
 * The position at which a list of documents continues: after this document, by its time, or by its name in a list by
 * name.
 */
export interface ListPlace {
  at: string
  id: number
}

export interface ListParams {
  type?: DocumentType | undefined
  /** Only documents that belong to this branch, as far as the caller may see it. */
  branch_id?: number | undefined
  /** Every word of it occurs in the name or the description. */
  query?: string | undefined
  only?: 'pinned' | 'opened' | undefined
  order?: DocumentOrder | undefined
  /** Leaves out documents that the caller may only read. */
  writable?: boolean | undefined
  after?: ListPlace | undefined
  limit: number
}

/**
 * The condition for matching documents `d` that the caller may read. Criteria that are not given are left out of the
 * SQL, so that they cost nothing.
 */
function matching(
  ctx: MemberContext,
  { type, branch_id, query = '', writable: isWritable }: Pick<ListParams, 'type' | 'branch_id' | 'query' | 'writable'>,
) {
  const patterns = query.split(/\s+/).filter(Boolean).map(containing)
  return sql`${isWritable ? writable(ctx) : readable(ctx)} ${type ? sql`and d.type = ${type}` : sql``}
    ${branch_id === undefined ? sql`` : sql`and d.access = 'branch' and d.branch_id = ${branch_id} and ${seenBranch(ctx)} = ${branch_id}`}
    ${
      patterns.length > 0
        ? sql`and lower(d.name || ' ' || coalesce(d.description, '')) like all (array(select lower(p) from unnest(${patterns}::text[]) p))`
        : sql``
    }`
}

const containing = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

const lastWrites = sql`last_writes w`
const savedByCaller = (ctx: MemberContext) =>
  sql`${own(ctx)} join last_writes w on w.organization_id = s.organization_id and w.doc_id = s.doc_id`

const named = sql`last_writes w join documents n on n.organization_id = w.organization_id and n.id = w.doc_id`

/** The condition for rows after a position, and the order of rows. */
const newestFirst = {
  behind: (after: ListPlace | undefined) => sql`< (${after?.at ?? 'infinity'}::timestamptz, ${after?.id ?? 0}::bigint)`,
  direction: sql`desc`,
  byName: sql`null::text`,
}
const byName = {
  behind: (after: ListPlace | undefined) => sql`> (${after?.at ?? ''}::text, ${after?.id ?? 0}::bigint)`,
  direction: sql`asc`,
  byName: sql`search_name(n.name) collate "C"`,
}

/** The tables of a list, and the time or name and the id that it is ordered by. */
const lists = {
  written: { from: () => lastWrites, which: sql`true`, at: sql`w.written_at`, id: sql`w.doc_id`, ...newestFirst },
  name: { from: () => named, which: sql`true`, at: byName.byName, id: sql`w.doc_id`, ...byName },
  pinned: { from: savedByCaller, which: sql`s.is_pinned`, at: sql`w.written_at`, id: sql`w.doc_id`, ...newestFirst },
  opened: {
    from: savedByCaller,
    which: sql`s.opened_at is not null`,
    at: sql`s.opened_at`,
    id: sql`s.doc_id`,
    ...newestFirst,
  },
}

/**
 * Documents that the caller may read, last written first, or by name, or last opened first. The list is read in its
 * order and each document is checked separately; the offset forces PostgreSQL to do so. It cannot estimate how many
 * match, and would otherwise read all of them.
 */
export async function listDocuments(
  ctx: MemberContext,
  { only, order, after, limit, ...params }: ListParams,
): Promise<ListedRow[]> {
  const list = lists[only ?? order ?? 'written']
  const { rows } = await sql<ListedRow>`
    select hit.doc_id, hit.name, hit.type, hit.access, hit.written_at, u.displayname as writer,
      coalesce(s.is_pinned, false) as is_pinned, s.opened_at, hit.writable, hit.by_name
    from (
      select w.doc_id, w.written_at, w.written_by, ${list.at} as listed_at, ${list.byName} as by_name, d.*
      from ${list.from(ctx)}
      cross join lateral (
        select d.name, d.type, d.access, ${writable(ctx)} as writable from documents d
        where d.id = w.doc_id and ${matching(ctx, params)} offset 0
      ) d
      where w.organization_id = ${ctx.organization_id} and ${list.which}
        and (${list.at}, ${list.id}) ${list.behind(after)}
      order by ${list.at} ${list.direction}, ${list.id} ${list.direction} limit ${limitOf(limit)}
    ) hit
    left join ${own(ctx)} on s.doc_id = hit.doc_id
    left join users u on u.id = hit.written_by
    order by hit.listed_at ${list.direction}, hit.doc_id ${list.direction}`.execute(ctx.tx)
  return rows.slice(0, limit)
}

/** The number of matching documents that the caller may read. */
export async function countDocuments(ctx: MemberContext, params: Pick<ListParams, 'type' | 'query'>): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from documents d where ${matching(ctx, params)}`.execute(ctx.tx)
  return rows[0]?.found ?? 0
}

/** The most document names that are searched in one text. */
const namesInAText = 100

/**
 * Documents that the caller may read and whose names occur in a text, ignoring capitals: “Workshop: bay 2” also as “bay 2”,
 * but “Plan: today” not as “today”. Longest name first, each document once; of equal names, the last written document. A
 * name may be part of a longer word.
 */
export async function documentsNamedIn(ctx: MemberContext, text: string): Promise<NamedDocument[]> {
  const { rows } = await sql<NamedDocument & { called: string; is_whole: boolean }>`
    with asked as materialized (select translate(lower(${text}::text), '’‘', '''''') as text)
    select id, name, type, called, is_whole from (
      select distinct on (n.called) d.id, d.name, d.type, n.called, n.is_whole
      from asked cross join documents d
      join last_writes w on w.organization_id = d.organization_id and w.doc_id = d.id
      cross join lateral (select translate(lower(btrim(d.name)), '’‘', '''''') as name) folded
      cross join lateral (
        values (folded.name, true), (substring(folded.name from ':\\s+([^:\\s]+\\s+[^:]+)$'), false)
      ) n (called, is_whole)
      where ${readable(ctx)} and strpos(asked.text, n.called) > 0
      order by n.called, n.is_whole desc, w.written_at desc, d.id desc
    ) named
    order by length(called) desc, called limit ${namesInAText}`.execute(ctx.tx)
  const found = new Map<number, NamedDocument>()
  for (const { id, name, type, called, is_whole } of rows)
    if (!found.has(id)) found.set(id, { id, name, type, ...(!is_whole && { said: called }) })
  return [...found.values()]
}
