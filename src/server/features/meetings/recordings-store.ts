import { sql } from 'kysely'
import type { DiarizationFailure, DiarizationStage } from '#shared/contract/meetings/events'
import type { MemberContext, OrganizationContext } from '../../platform/request-context'
import { readable } from '../access/document-sql'

export interface RecordingRow {
  doc_id: number
  stage: DiarizationStage
  progress: number
  reason: DiarizationFailure | null
  has_words: boolean
  updated_at: string
  duration_seconds: number
  version: number
}

export const columns = sql`r.doc_id, r.stage, r.progress, r.reason, r.has_words, r.updated_at, r.duration_seconds, r.version`

/** The transaction of one organisation. */
type TenantTx = Pick<OrganizationContext, 'tx' | 'organization_id'>

interface NewRecording {
  doc_id: number
  has_words: boolean
  files: readonly { file_id: string; batch_id: string }[]
}

/** A queued recording of files in order. */
export async function insertRecording(
  ctx: MemberContext,
  { doc_id, has_words, files }: NewRecording,
): Promise<RecordingRow> {
  const { organization_id, now } = ctx
  // A recording with live captions is there already.
  const { rows } = await sql<RecordingRow>`
    insert into recordings as r (organization_id, doc_id, stage, has_words, updated_at)
    values (${organization_id}, ${doc_id}, 'queued', ${has_words}, ${now})
    on conflict (organization_id, doc_id) do update
      set stage = 'queued', reason = null, has_words = excluded.has_words, updated_at = excluded.updated_at
    returning ${columns}`.execute(ctx.tx)
  await sql`
    insert into recording_files (organization_id, doc_id, place, file_id, batch_id)
    select ${organization_id}::bigint, ${doc_id}::bigint, place, file_id, batch_id
    from unnest(${files.map(file => file.file_id)}::uuid[], ${files.map(file => file.batch_id)}::uuid[])
      with ordinality as f (file_id, batch_id, place)`.execute(ctx.tx)
  const [row] = rows
  if (!row) throw new Error('The recording was not added.')
  return row
}

export async function findRecording(at: TenantTx, doc_id: number): Promise<RecordingRow | undefined> {
  const { rows } = await sql<RecordingRow>`
    select ${columns} from recordings r
    where r.organization_id = ${at.organization_id} and r.doc_id = ${doc_id}`.execute(at.tx)
  return rows[0]
}

/** The recordings that the caller may read and that were done since an instant, the first one first. */
export async function doneSince(
  ctx: MemberContext,
  { since, limit }: { since: string; limit: number },
): Promise<{ doc_id: number; name: string; at: string }[]> {
  const { rows } = await sql<{ doc_id: number; name: string; at: string }>`
    select r.doc_id, d.name, r.updated_at as at
    from recordings r join documents d on d.organization_id = r.organization_id and d.id = r.doc_id
    where r.organization_id = ${ctx.organization_id} and r.stage = 'done' and r.updated_at >= ${since}::timestamptz
      and ${readable(ctx)}
    order by r.updated_at, r.doc_id limit ${sql.lit(limit)}`.execute(ctx.tx)
  return rows
}

/** The same as the one before, locked until the call ends. */
export async function lockRecording(at: TenantTx, doc_id: number): Promise<RecordingRow | undefined> {
  const { rows } = await sql<RecordingRow>`
    select ${columns} from recordings r
    where r.organization_id = ${at.organization_id} and r.doc_id = ${doc_id} for no key update`.execute(at.tx)
  return rows[0]
}

/** The files of a recording in order, and where each begins. */
export async function filesOf(
  at: TenantTx,
  doc_id: number,
): Promise<{ file_id: string; batch_id: string; starts_at: number }[]> {
  const { rows } = await sql<{ file_id: string; batch_id: string; starts_at: number }>`
    select file_id, batch_id, starts_at from recording_files
    where organization_id = ${at.organization_id} and doc_id = ${doc_id} order by place`.execute(at.tx)
  return rows
}

/** Recordings with files of these batches, without an access check. */
export async function recordingsOfBatches(
  at: TenantTx,
  batch_ids: readonly string[],
): Promise<(RecordingRow & { batch_id: string })[]> {
  const { rows } = await sql<RecordingRow & { batch_id: string }>`
    select distinct f.batch_id, ${columns}
    from recording_files f
    join recordings r on r.organization_id = f.organization_id and r.doc_id = f.doc_id
    where f.organization_id = ${at.organization_id} and f.batch_id = any(${batch_ids}::uuid[])
    order by r.doc_id, f.batch_id`.execute(at.tx)
  return rows
}

/** Queues a recording again, as if it had never been started. */
export async function requeue(ctx: MemberContext, doc_id: number): Promise<RecordingRow> {
  const { rows } = await sql<RecordingRow>`
    update recordings r set stage = 'queued', progress = 0, reason = null, updated_at = ${ctx.now}
    where r.organization_id = ${ctx.organization_id} and r.doc_id = ${doc_id}
    returning ${columns}`.execute(ctx.tx)
  const [row] = rows
  if (!row) throw new Error('The recording is gone.')
  return row
}
