import { sql } from 'kysely'
import type { DiarizationFailure, DiarizationStage } from '#shared/contract/meetings/events'
import type { OrganizationContext } from '../../platform/request-context'
import type { SystemContext } from '../../platform/run-as'
import type { SpokenTurn } from '../../platform/speech/transcriber'
import { columns, type RecordingRow } from './recordings-store'
import { replaceTopics } from './topics/store'

const unfinished = ({ organization_id }: Pick<SystemContext, 'organization_id'>, doc_id: number) =>
  sql`r.organization_id = ${organization_id} and r.doc_id = ${doc_id} and r.stage not in ('recording', 'done', 'failed')`

/** An unfinished recording, and whether its document is deleted. */
export async function findUnfinished(
  at: Pick<OrganizationContext, 'tx' | 'organization_id'>,
  doc_id: number,
): Promise<(RecordingRow & { is_deleted: boolean }) | undefined> {
  const { rows } = await sql<RecordingRow & { is_deleted: boolean }>`
    select ${columns}, d.deleted_at is not null as is_deleted from recordings r
    join documents d on d.organization_id = r.organization_id and d.id = r.doc_id
    where ${unfinished(at, doc_id)}`.execute(at.tx)
  return rows[0]
}

export async function setProgress(
  ctx: SystemContext,
  doc_id: number,
  { stage, progress }: { stage: DiarizationStage; progress: number },
): Promise<RecordingRow | undefined> {
  const { rows } = await sql<RecordingRow>`
    update recordings r set stage = ${stage}, progress = ${progress}, updated_at = ${ctx.now}
    where ${unfinished(ctx, doc_id)} returning ${columns}`.execute(ctx.tx)
  return rows[0]
}

/** Resets an interrupted recording. A finished transcript is kept; then only the summary starts again. */
export async function requeue(ctx: SystemContext, doc_id: number): Promise<RecordingRow | undefined> {
  const { rows } = await sql<RecordingRow>`
    update recordings r set updated_at = ${ctx.now},
      stage = case r.stage when 'summarising' then r.stage else 'queued' end,
      progress = case r.stage when 'summarising' then r.progress else 0 end
    where ${unfinished(ctx, doc_id)} returning ${columns}`.execute(ctx.tx)
  return rows[0]
}

/** Marks a recording as done, or as failed for a reason. */
export async function finish(
  ctx: SystemContext,
  doc_id: number,
  reason: DiarizationFailure | null,
): Promise<RecordingRow | undefined> {
  const { rows } = await sql<RecordingRow>`
    update recordings r set reason = ${reason}, updated_at = ${ctx.now},
      stage = ${reason === null ? 'done' : 'failed'}, progress = case when ${reason === null} then 1 else r.progress end
    where ${unfinished(ctx, doc_id)} returning ${columns}`.execute(ctx.tx)
  return rows[0]
}

export interface Transcript {
  has_words: boolean
  duration_seconds: number
  /** Where each file begins. */
  starts: readonly number[]
  turns: readonly SpokenTurn[]
}

/** Replaces the transcript of a recording. */
export async function replaceTranscript(
  ctx: SystemContext,
  doc_id: number,
  transcript: Transcript,
): Promise<RecordingRow | undefined> {
  const { tx, organization_id } = ctx
  const { rows } = await sql<RecordingRow>`
    update recordings r set has_words = ${transcript.has_words}, duration_seconds = ${transcript.duration_seconds},
      version = r.version + 1
    where ${unfinished(ctx, doc_id)} returning ${columns}`.execute(tx)
  if (rows.length === 0) return undefined
  await sql`delete from transcript_segments where organization_id = ${organization_id} and doc_id = ${doc_id}`.execute(
    tx,
  )
  await sql`delete from speaker_names where organization_id = ${organization_id} and doc_id = ${doc_id}`.execute(tx)
  await replaceTopics(ctx, doc_id, [])
  const column = <K extends keyof SpokenTurn>(name: K) => transcript.turns.map(turn => turn[name])
  await sql`
    insert into transcript_segments (organization_id, doc_id, speaker, starts_at, ends_at, text)
    select ${organization_id}::bigint, ${doc_id}::bigint, t.speaker, t.starts_at, t.ends_at, t.text
    from unnest(${column('speaker')}::int[], ${column('start')}::float8[], ${column('end')}::float8[], ${column('text')}::text[])
      as t (speaker, starts_at, ends_at, text)`.execute(tx)
  await sql`
    update recording_files f set starts_at = s.starts_at
    from unnest(${transcript.starts}::float8[]) with ordinality as s (starts_at, place)
    where f.organization_id = ${organization_id} and f.doc_id = ${doc_id} and f.place = s.place`.execute(tx)
  return rows[0]
}
