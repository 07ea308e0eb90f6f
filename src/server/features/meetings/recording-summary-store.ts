import { sql } from 'kysely'
import type { NoteItem } from '#shared/contract/documents/endpoints'
import type { OrganizationContext } from '../../platform/request-context'

type RecordingSummary = NonNullable<NoteItem['recording']>

/**
 * The number of speakers and the duration of recordings, by document; unfinished ones are left out. Reads one row per
 * speaker from an index, however much was said. Does not check whether the caller may read them.
 */
export async function recordingSummaries(
  ctx: Pick<OrganizationContext, 'tx' | 'organization_id'>,
  doc_ids: readonly number[],
): Promise<ReadonlyMap<number, RecordingSummary>> {
  if (doc_ids.length === 0) return new Map()
  const next = (after: unknown) => sql`(
    select t.speaker from transcript_segments t
    where t.organization_id = ${ctx.organization_id} and t.doc_id = r.doc_id and t.speaker > ${after}
    order by t.speaker limit 1
  )`
  const { rows } = await sql<RecordingSummary & { doc_id: number }>`
    select r.doc_id, r.duration_seconds, voices.speakers from recordings r
    cross join lateral (
      with recursive voice (speaker) as (
        select ${next(sql`0`)}
        union all
        select ${next(sql`voice.speaker`)} from voice where voice.speaker is not null
      )
      select count(voice.speaker) as speakers from voice
    ) voices
    where r.organization_id = ${ctx.organization_id} and r.doc_id = any(${doc_ids}::bigint[]) and r.stage = 'done'`.execute(
    ctx.tx,
  )
  return new Map(rows.map(({ doc_id, ...heard }) => [doc_id, heard]))
}
