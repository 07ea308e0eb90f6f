import { sql } from 'kysely'
import type { Topic } from '#shared/contract/meetings/endpoints'
import type { OrganizationContext } from '../../../platform/request-context'

type In = Pick<OrganizationContext, 'tx' | 'organization_id'>

/** Ordered by time. */
export async function topicsOf({ tx, organization_id }: In, doc_id: number): Promise<Topic[]> {
  const { rows } = await sql<Topic>`
    select starts_at as start, title from transcript_topics
    where organization_id = ${organization_id} and doc_id = ${doc_id} order by starts_at`.execute(tx)
  return rows
}

/** Replaces the topics of a recording. */
export async function replaceTopics(
  { tx, organization_id }: In,
  doc_id: number,
  topics: readonly Topic[],
): Promise<void> {
  await sql`
    delete from transcript_topics where organization_id = ${organization_id} and doc_id = ${doc_id}`.execute(tx)
  await sql`
    insert into transcript_topics (organization_id, doc_id, starts_at, title)
    select ${organization_id}::bigint, ${doc_id}::bigint, t.starts_at, t.title
    from unnest(${topics.map(({ start }) => start)}::float8[], ${topics.map(({ title }) => title)}::text[])
      as t (starts_at, title)`.execute(tx)
}
