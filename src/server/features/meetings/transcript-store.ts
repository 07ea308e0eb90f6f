import { sql } from 'kysely'
import type { Segment } from '#shared/contract/meetings/endpoints'
import type { OrganizationContext } from '../../platform/request-context'
import type { Turn } from './topics/topic'

type In = Pick<OrganizationContext, 'tx' | 'organization_id'>

const columns = sql`id as segment_id, speaker, starts_at as start, ends_at as end, text, is_edited`
const of = ({ organization_id }: In, doc_id: number) => sql`organization_id = ${organization_id} and doc_id = ${doc_id}`

/** Ordered by time. */
export async function segmentsOf(at: In, doc_id: number): Promise<Segment[]> {
  const { rows } = await sql<Segment>`
    select ${columns} from transcript_segments where ${of(at, doc_id)} order by starts_at, id`.execute(at.tx)
  return rows
}

export async function namesOf(at: In, doc_id: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ speaker: number; name: string }>`
    select speaker, name from speaker_names where ${of(at, doc_id)}`.execute(at.tx)
  return new Map(rows.map(({ speaker, name }) => [speaker, name]))
}

/** Null removes the name. */
export async function setName(at: In, doc_id: number, speaker: number, name: string | null): Promise<void> {
  if (name === null) {
    await sql`delete from speaker_names where ${of(at, doc_id)} and speaker = ${speaker}`.execute(at.tx)
    return
  }
  await sql`
    insert into speaker_names (organization_id, doc_id, speaker, name)
    values (${at.organization_id}, ${doc_id}, ${speaker}, ${name})
    on conflict (organization_id, doc_id, speaker) do update set name = excluded.name`.execute(at.tx)
}

export async function reassignSegments(at: In, doc_id: number, from: number, into: number): Promise<void> {
  await sql`
    update transcript_segments set speaker = ${into} where ${of(at, doc_id)} and speaker = ${from}`.execute(at.tx)
}

export async function putSegment(at: In, doc_id: number, segment: Segment): Promise<void> {
  await sql`
    update transcript_segments set speaker = ${segment.speaker}, starts_at = ${segment.start}, ends_at = ${segment.end},
      text = ${segment.text}, is_edited = ${segment.is_edited}
    where ${of(at, doc_id)} and id = ${segment.segment_id}`.execute(at.tx)
}

export async function addSegment(at: In, doc_id: number, segment: Omit<Segment, 'segment_id'>): Promise<void> {
  await sql`
    insert into transcript_segments (organization_id, doc_id, speaker, starts_at, ends_at, text, is_edited)
    values (${at.organization_id}, ${doc_id}, ${segment.speaker}, ${segment.start}, ${segment.end}, ${segment.text},
      ${segment.is_edited})`.execute(at.tx)
}

export async function removeSegment(at: In, doc_id: number, segment_id: number): Promise<void> {
  await sql`delete from transcript_segments where ${of(at, doc_id)} and id = ${segment_id}`.execute(at.tx)
}

/** Increments the version of the transcript; returns the new version. */
export async function countChange(at: In, doc_id: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update recordings set version = version + 1 where ${of(at, doc_id)} returning version`.execute(at.tx)
  return rows[0]?.version ?? 0
}

/** The turns of a recording, by time. Does not check whether anybody may read it. */
export async function turnsOf(ctx: In, doc_id: number): Promise<Turn[]> {
  const [segments, names] = await Promise.all([segmentsOf(ctx, doc_id), namesOf(ctx, doc_id)])
  return segments.map(({ speaker, start, text }) => ({ name: names.get(speaker) ?? null, start, text }))
}
