import { sql } from 'kysely'
import type { DiarizationFailure, DiarizationStage } from '#shared/contract/meeting-events'
import type { AppContext } from '../../platform/app-context'
import { inTransaction } from '../../platform/database/transaction'
import type { SystemContext } from '../../platform/run-as'
import type { SpokenTurn } from '../../platform/speech/transcriber'
import { columns, type RecordingRow } from './recordings-store'

/** A recording that waits for somebody to work on it. */
export interface Waiting {
  organization_id: number
  doc_id: number
}

/** Who works on a recording: whoever has other words for it has lost it. */
export interface Hold {
  doc_id: number
  taken_by: string
}

/** Nobody works on it, or whoever did has not been heard of for too long. */
const isFree = (now: string) => sql`r.stage not in ('done', 'failed')
  and (r.taken_by is null or r.taken_until <= ${now}::timestamptz)`

const held = (
  { organization_id }: SystemContext,
  { doc_id, taken_by }: Hold,
) => sql`r.organization_id = ${organization_id}
  and r.doc_id = ${doc_id} and r.taken_by = ${taken_by}::uuid`

/** Recordings that wait, over all organisations, those of members before those of guests, the longest first. Somebody else may take them meanwhile. */
export function waitingRecordings({ pool, clock }: AppContext, limit: number): Promise<Waiting[]> {
  const now = new Date(clock.now()).toISOString()
  return inTransaction(pool, { readOnly: false }, async tx => {
    await sql`select set_config('wheelhouse.work', 'recordings', true)`.execute(tx)
    const { rows } = await sql<Waiting>`
      select r.organization_id, r.doc_id from recordings r
      where ${isFree(now)} order by r.is_guests, r.queued_at limit ${limit}`.execute(tx)
    return rows
  })
}

/** Takes a recording if it is still free; answers how it stood before, and how often it was begun. */
export async function take(
  ctx: SystemContext,
  { doc_id, taken_by }: Hold,
  until: string,
): Promise<(RecordingRow & { attempts: number }) | undefined> {
  const { rows } = await sql<RecordingRow & { attempts: number }>`
    update recordings r set taken_by = ${taken_by}::uuid, taken_until = ${until}, attempts = r.attempts + 1
    where r.organization_id = ${ctx.organization_id} and r.doc_id = ${doc_id} and ${isFree(ctx.now)}
    returning ${columns}, r.attempts`.execute(ctx.tx)
  return rows[0]
}

/**
 * Says that a recording is still being worked on. Undefined when it is in other hands; else how it stands, and whether its document
 * was deleted.
 */
export async function holdOn(
  ctx: SystemContext,
  hold: Hold,
  until: string,
): Promise<(RecordingRow & { is_gone: boolean }) | undefined> {
  const { rows } = await sql<RecordingRow & { is_gone: boolean }>`
    update recordings r set taken_until = ${until}
    from documents d
    where ${held(ctx, hold)} and d.organization_id = r.organization_id and d.id = r.doc_id
    returning ${columns}, d.deleted_at is not null as is_gone`.execute(ctx.tx)
  return rows[0]
}

/** Notes how far it is; undefined when it is in other hands. */
export async function noteProgress(
  ctx: SystemContext,
  hold: Hold,
  { stage, progress }: { stage: DiarizationStage; progress: number },
): Promise<RecordingRow | undefined> {
  const { rows } = await sql<RecordingRow>`
    update recordings r set stage = ${stage}, progress = ${progress}, updated_at = ${ctx.now}
    where ${held(ctx, hold)} returning ${columns}`.execute(ctx.tx)
  return rows[0]
}

/** Gives a recording back as it was found, without counting this time. */
export async function giveBack(ctx: SystemContext, hold: Hold): Promise<RecordingRow | undefined> {
  const { rows } = await sql<RecordingRow>`
    update recordings r set attempts = r.attempts - 1, taken_by = null, taken_until = null, updated_at = ${ctx.now},
      stage = case r.stage when 'summarising' then r.stage else 'queued' end,
      progress = case r.stage when 'summarising' then r.progress else 0 end
    where ${held(ctx, hold)} returning ${columns}`.execute(ctx.tx)
  return rows[0]
}

/** Ends the work on a recording. */
export async function conclude(
  ctx: SystemContext,
  hold: Hold,
  reason: DiarizationFailure | null,
): Promise<RecordingRow | undefined> {
  const { rows } = await sql<RecordingRow>`
    update recordings r set taken_by = null, taken_until = null, reason = ${reason}, updated_at = ${ctx.now},
      stage = ${reason === null ? 'done' : 'failed'}, progress = case when ${reason === null} then 1 else r.progress end
    where ${held(ctx, hold)} returning ${columns}`.execute(ctx.tx)
  return rows[0]
}

export interface Transcribed {
  has_words: boolean
  duration_seconds: number
  /** Where each file begins. */
  starts: readonly number[]
  turns: readonly SpokenTurn[]
}

/** Writes down who said what instead of what was there before; answers whether the recording was still held. */
export async function keepTranscript(ctx: SystemContext, hold: Hold, found: Transcribed): Promise<boolean> {
  const { tx, organization_id } = ctx
  const { doc_id } = hold
  const { rows } = await sql<{ doc_id: number }>`
    update recordings r set has_words = ${found.has_words}, duration_seconds = ${found.duration_seconds},
      version = r.version + 1
    where ${held(ctx, hold)} returning r.doc_id`.execute(tx)
  if (rows.length === 0) return false
  await sql`delete from transcript_segments where organization_id = ${organization_id} and doc_id = ${doc_id}`.execute(
    tx,
  )
  await sql`delete from speaker_names where organization_id = ${organization_id} and doc_id = ${doc_id}`.execute(tx)
  const column = <K extends keyof SpokenTurn>(name: K) => found.turns.map(turn => turn[name])
  await sql`
    insert into transcript_segments (organization_id, doc_id, speaker, starts_at, ends_at, text)
    select ${organization_id}::bigint, ${doc_id}::bigint, t.speaker, t.starts_at, t.ends_at, t.text
    from unnest(${column('speaker')}::int[], ${column('start')}::float8[], ${column('end')}::float8[], ${column('text')}::text[])
      as t (speaker, starts_at, ends_at, text)`.execute(tx)
  await sql`
    update recording_files f set starts_at = s.starts_at
    from unnest(${found.starts}::float8[]) with ordinality as s (starts_at, place)
    where f.organization_id = ${organization_id} and f.doc_id = ${doc_id} and f.place = s.place`.execute(tx)
  return true
}
