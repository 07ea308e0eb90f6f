import { sql } from 'kysely'
import type { MemberContext } from '../../platform/request-context'
import { readable } from '../access/document-sql'

export interface EarlierSpeaker {
  name: string
  /** Whether they spoke in a meeting of the same name. */
  is_same: boolean
}

/** The speakers that people named in other meetings which the caller may read, the most likely ones first. */
export async function earlierSpeakers(ctx: MemberContext, doc_id: number, limit: number): Promise<EarlierSpeaker[]> {
  const { rows } = await sql<EarlierSpeaker>`
    select s.name, bool_or(lower(d.name) = (
      select lower(own.name) from documents own where own.organization_id = ${ctx.organization_id} and own.id = ${doc_id}
    )) as is_same
    from speaker_names s
    join documents d on d.organization_id = s.organization_id and d.id = s.doc_id
    where s.organization_id = ${ctx.organization_id} and s.doc_id <> ${doc_id} and ${readable(ctx)}
    group by s.name
    order by is_same desc, count(*) desc, max(d.id) desc, s.name limit ${sql.lit(limit)}`.execute(ctx.tx)
  return rows
}

/** Who recorded a meeting; null if they are gone. */
export async function recorderOf(ctx: MemberContext, doc_id: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select u.displayname as name from documents d join users u on u.id = d.created_by
    where d.organization_id = ${ctx.organization_id} and d.id = ${doc_id}`.execute(ctx.tx)
  return rows[0]?.name ?? null
}
