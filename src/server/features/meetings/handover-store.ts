import { sql } from 'kysely'
import type { Segment, Topic } from '#shared/contract/meetings/endpoints'
import type { MemberContext, OrganizationContext } from '../../platform/request-context'
import { columns, filesOf, lockRecording, type RecordingRow } from './recordings-store'
import { replaceTopics, topicsOf } from './topics/store'
import { namesOf, segmentsOf } from './transcript-store'

type In = Pick<OrganizationContext, 'tx' | 'organization_id'>

export async function documentOfBatch(at: In, batch_id: string): Promise<number | null> {
  const { rows } = await sql<{ doc_id: number }>`
    select doc_id from recording_files
    where organization_id = ${at.organization_id} and batch_id = ${batch_id}::uuid order by doc_id limit 1`.execute(
    at.tx,
  )
  return rows[0]?.doc_id ?? null
}

export async function convertedFrom(ctx: MemberContext, guest_id: string, batch_id: string): Promise<number | null> {
  const { rows } = await sql<{ doc_id: number }>`
    select r.doc_id from recordings r
    join recording_files f on f.organization_id = r.organization_id and f.doc_id = r.doc_id
    join documents d on d.organization_id = r.organization_id and d.id = r.doc_id
    where r.organization_id = ${ctx.organization_id} and r.converted_from = ${guest_id}::uuid
      and f.batch_id = ${batch_id}::uuid and d.created_by = ${ctx.caller.user_id}
    order by r.doc_id limit 1`.execute(ctx.tx)
  return rows[0]?.doc_id ?? null
}

export interface WholeRecording {
  row: RecordingRow
  files: { file_id: string; batch_id: string; starts_at: number }[]
  segments: Segment[]
  names: Map<number, string>
  topics: Topic[]
}

export async function readWhole(at: In, doc_id: number): Promise<WholeRecording | undefined> {
  const row = await lockRecording(at, doc_id)
  if (!row) return undefined
  const [files, segments, names, topics] = await Promise.all([
    filesOf(at, doc_id),
    segmentsOf(at, doc_id),
    namesOf(at, doc_id),
    topicsOf(at, doc_id),
  ])
  return { row, files, segments, names, topics }
}

export interface HandedOver {
  recording: WholeRecording
  /** The new ids of its files by the old ones. */
  files: ReadonlyMap<string, string>
  guest_id: string
}

/** Finished stages stay; the current one restarts. */
const restartOf = ({ stage, progress }: RecordingRow) =>
  stage === 'done' || stage === 'failed' || stage === 'summarising'
    ? { stage, progress }
    : { stage: 'queued', progress: 0 }

export async function insertWhole(ctx: MemberContext, doc_id: number, how: HandedOver): Promise<RecordingRow> {
  const { tx, organization_id, now } = ctx
  const { row, files, segments, names, topics } = how.recording
  const { stage, progress } = restartOf(row)
  const { rows } = await sql<RecordingRow>`
    insert into recordings as r (organization_id, doc_id, stage, progress, reason, has_words, duration_seconds, version,
      updated_at, converted_from)
    values (${organization_id}, ${doc_id}, ${stage}, ${progress}, ${row.reason}, ${row.has_words}, ${row.duration_seconds},
      ${row.version}, ${now}, ${how.guest_id})
    returning ${columns}`.execute(tx)
  const listed = files.flatMap(file => {
    const id = how.files.get(file.file_id)
    return id === undefined ? [] : [{ ...file, id }]
  })
  await sql`
    insert into recording_files (organization_id, doc_id, place, file_id, batch_id, starts_at)
    select ${organization_id}::bigint, ${doc_id}::bigint, place, file_id, batch_id, starts_at
    from unnest(${listed.map(file => file.id)}::uuid[], ${listed.map(file => file.batch_id)}::uuid[],
      ${listed.map(file => file.starts_at)}::float8[]) with ordinality as f (file_id, batch_id, starts_at, place)`.execute(
    tx,
  )
  const column = <K extends keyof Segment>(name: K) => segments.map(segment => segment[name])
  await sql`
    insert into transcript_segments (organization_id, doc_id, speaker, starts_at, ends_at, text, is_edited)
    select ${organization_id}::bigint, ${doc_id}::bigint, s.speaker, s.starts_at, s.ends_at, s.text, s.is_edited
    from unnest(${column('speaker')}::int[], ${column('start')}::float8[], ${column('end')}::float8[], ${column('text')}::text[],
      ${column('is_edited')}::boolean[]) as s (speaker, starts_at, ends_at, text, is_edited)`.execute(tx)
  await sql`
    insert into speaker_names (organization_id, doc_id, speaker, name)
    select ${organization_id}::bigint, ${doc_id}::bigint, n.speaker, n.name
    from unnest(${[...names.keys()]}::int[], ${[...names.values()]}::text[]) as n (speaker, name)`.execute(tx)
  await replaceTopics(ctx, doc_id, topics)
  const [inserted] = rows
  if (!inserted) throw new Error('The recording was not added.')
  return inserted
}
