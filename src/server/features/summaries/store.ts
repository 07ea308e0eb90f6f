import { sql } from 'kysely'
import type { SummaryRange, SummaryState } from '#shared/contract/summaries/endpoints'
import type { MemberContext, OrganizationContext } from '../../platform/request-context'
import type { SystemContext } from '../../platform/run-as'

/** What a summary was made from, stored with the version of the document that holds it. */
export interface Reading {
  range: SummaryRange
  from: string | null
  to: string | null
  last_log_id: number | null
  log_count: number
  /** The total number of corrections of the logs at the time they were read. */
  corrections: number
  model: SummaryState['model']
}

/** Newer logs and corrections are counted up to this number. */
const countedAtMost = 100

/** What Mate's summary of a document was made from. Does not check whether the caller may read the document. */
export async function findSummary(ctx: MemberContext, doc_id: number): Promise<SummaryState | null> {
  const { rows } = await sql<SummaryState>`
    select s.range, s.from_at as "from", s.to_at as "to", s.log_count, s.model, v.created_at as written_at,
      case when s.version = d.version then 'mate' else 'person' end as by,
      case when s.to_at is null then 0 else (
        select count(*)::int from (
          select from logs l
          where l.organization_id = s.organization_id and l.doc_id = s.doc_id and (l.created_at, l.id) > (s.to_at, s.last_log_id)
          limit ${sql.lit(countedAtMost)}
        ) newer
      ) end as newer_count,
      case when s.to_at is null or s.corrections is null then 0 else (
        select greatest(0, least(${sql.lit(countedAtMost)}, coalesce(sum(l.revision), 0) - s.corrections))::int from logs l
        where l.organization_id = s.organization_id and l.doc_id = s.doc_id and l.revision > 0
          and l.created_at >= s.from_at and (l.created_at, l.id) <= (s.to_at, s.last_log_id)
      ) end as corrected_count
    from summaries s
    join documents d on d.organization_id = s.organization_id and d.id = s.doc_id
    join document_versions v on v.organization_id = s.organization_id and v.doc_id = s.doc_id and v.version = d.version
    where s.organization_id = ${ctx.organization_id} and s.doc_id = ${doc_id}`.execute(ctx.tx)
  return rows[0] ?? null
}

/** The range of the last summary. */
export async function lastRange(ctx: MemberContext, doc_id: number): Promise<SummaryRange | undefined> {
  const { rows } = await sql<{ range: SummaryRange }>`
    select range from summaries where organization_id = ${ctx.organization_id} and doc_id = ${doc_id}`.execute(ctx.tx)
  return rows[0]?.range
}

export async function putSummary(
  ctx: Pick<SystemContext, 'tx' | 'organization_id'>,
  { doc_id, version }: { doc_id: number; version: number },
  { range, from, to, last_log_id, log_count, corrections, model }: Reading,
): Promise<void> {
  await sql`
    insert into summaries (organization_id, doc_id, version, range, from_at, to_at, last_log_id, log_count, corrections, model)
    values (${ctx.organization_id}, ${doc_id}, ${version}, ${range}, ${from}, ${to}, ${last_log_id}, ${log_count},
      ${corrections}, ${model})
    on conflict (organization_id, doc_id) do update set version = excluded.version, range = excluded.range,
      from_at = excluded.from_at, to_at = excluded.to_at, last_log_id = excluded.last_log_id,
      log_count = excluded.log_count, corrections = excluded.corrections, model = excluded.model`.execute(ctx.tx)
}

export interface RecordingToSummarise {
  name: string
  prompt: string | null
  version: number
  /** The language of its creator; null if they no longer exist. */
  language: string | null
  /** True if somebody other than Mate wrote the current text. */
  is_written: boolean
}

/** A recording that gets a summary automatically; undefined if its document is deleted. */
export async function findRecording(
  ctx: Pick<SystemContext, 'tx' | 'organization_id'>,
  doc_id: number,
): Promise<RecordingToSummarise | undefined> {
  const { rows } = await sql<RecordingToSummarise>`
    select d.name, d.prompt, d.version, u.language,
      (d.content <> '' and s.version is distinct from d.version) as is_written
    from documents d
    left join users u on u.id = d.created_by
    left join summaries s on s.organization_id = d.organization_id and s.doc_id = d.id
    where d.organization_id = ${ctx.organization_id} and d.id = ${doc_id} and d.deleted_at is null`.execute(ctx.tx)
  return rows[0]
}

/** What Mate made the summary of a document from; null if it wrote none. Does not check rights. */
export async function readingOf(
  { tx, organization_id }: Pick<OrganizationContext, 'tx' | 'organization_id'>,
  doc_id: number,
): Promise<Reading | null> {
  const { rows } = await sql<Reading>`
    select range, from_at as "from", to_at as "to", last_log_id, log_count, corrections, model from summaries
    where organization_id = ${organization_id} and doc_id = ${doc_id}`.execute(tx)
  return rows[0] ?? null
}
