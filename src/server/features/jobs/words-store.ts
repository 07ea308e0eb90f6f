import { sql } from 'kysely'
import type { Source } from '#shared/contract/sources/endpoints'
import type { MemberContext } from '../../platform/request-context'
import { type NamedJob, named } from './logbook-store'

/** The most that a watched person is told. */
const atMost = 20

/** Active jobs that read the words on the pictures of a source. Does not check whether the caller may see the source. */
export async function wordsReaders(ctx: MemberContext, source: Source): Promise<NamedJob[]> {
  const isOfSource =
    source.kind === 'camera'
      ? sql`j.feed_ids @> ${[source.camera_id]}::bigint[]`
      : sql`j.screen_ids @> ${[source.user_id]}::bigint[]`
  const { rows } = await sql<NamedJob>`
    select ${named(ctx)} from jobs j
    where j.organization_id = ${ctx.organization_id} and j.status = 'active' and ${isOfSource}
      and j.look @> '{"reads_words": true}'::jsonb
    order by j.created_at, j.id limit ${atMost}`.execute(ctx.tx)
  return rows
}
