import { sql } from 'kysely'
import type { Caption } from '#shared/contract/meetings/live'
import type { Tx } from '../../platform/database/connection'
import type { MemberContext, OrganizationContext } from '../../platform/request-context'
import { columns, type RecordingRow } from './recordings-store'

type In = Pick<OrganizationContext, 'tx' | 'organization_id'>

const of = ({ organization_id }: In, doc_id: number) => sql`organization_id = ${organization_id} and doc_id = ${doc_id}`

/** A recording that has only just begun, without files. */
export async function insertLive(ctx: MemberContext, doc_id: number): Promise<RecordingRow> {
  const { rows } = await sql<RecordingRow>`
    insert into recordings as r (organization_id, doc_id, stage, has_words, updated_at)
    values (${ctx.organization_id}, ${doc_id}, 'recording', true, ${ctx.now}) returning ${columns}`.execute(ctx.tx)
  const [row] = rows
  if (!row) throw new Error('The recording was not added.')
  return row
}

/**
 * A recording of the caller that waits for its sound, locked until the call ends: it is running, or its sound came so
 * late that it was given up.
 */
export async function lockOwnLive(ctx: MemberContext, doc_id: number): Promise<RecordingRow | undefined> {
  const { rows } = await sql<RecordingRow>`
    select ${columns} from recordings r
    join documents d on d.organization_id = r.organization_id and d.id = r.doc_id
    where r.organization_id = ${ctx.organization_id} and r.doc_id = ${doc_id}
      and d.created_by = ${ctx.caller.user_id} and d.deleted_at is null
      and r.stage in ('recording', 'failed')
      and not exists (select from recording_files f where f.organization_id = r.organization_id and f.doc_id = r.doc_id)
    for no key update of r`.execute(ctx.tx)
  return rows[0]
}

/** Adds a caption after the last one, and counts the recording as alive. Returns its number. */
export async function insertCaption(
  ctx: MemberContext,
  doc_id: number,
  { start, text }: Omit<Caption, 'place'>,
): Promise<number> {
  const { organization_id, now } = ctx
  await sql`update recordings set updated_at = ${now} where ${of(ctx, doc_id)}`.execute(ctx.tx)
  const { rows } = await sql<{ place: number }>`
    insert into live_captions (organization_id, doc_id, place, starts_at, text)
    select ${organization_id}::bigint, ${doc_id}::bigint, coalesce(max(place) + 1, 0), ${start}::float8, ${text}
    from live_captions where ${of(ctx, doc_id)} returning place`.execute(ctx.tx)
  return rows[0]?.place ?? 0
}

/** The last captions of a recording, in the order in which they were said. */
export async function lastCaptions(at: In, doc_id: number, limit: number): Promise<Caption[]> {
  const { rows } = await sql<Caption>`
    select place, starts_at as start, text from live_captions where ${of(at, doc_id)}
    order by place desc limit ${sql.lit(limit)}`.execute(at.tx)
  return rows.reverse()
}

export async function deleteCaptions(at: In, doc_id: number): Promise<void> {
  await sql`delete from live_captions where ${of(at, doc_id)}`.execute(at.tx)
}

/** Gives up recordings whose browser has sent nothing since an instant. Returns how many. */
export async function giveUpLive(tx: Tx, { before, limit }: { before: string; limit: number }): Promise<number> {
  const { rows } = await sql`
    update recordings r set stage = 'failed', reason = 'gone'
    where (r.organization_id, r.doc_id) in (select organization_id, doc_id from recordings
      where stage = 'recording' and updated_at < ${before}::timestamptz limit ${sql.lit(limit)})
    returning 1`.execute(tx)
  return rows.length
}
