import { sql } from 'kysely'
import { search as limits } from '#shared/contract/search/limits'
import type { Source } from '#shared/contract/sources/endpoints'
import type { FrameWords } from '#shared/contract/sources/words'
import type { Tx } from '../../platform/database/connection'
import type { MemberContext } from '../../platform/request-context'
import type { Place, SearchParams } from '../../platform/searchable'
import { bestOf, isSomething, scopes, textScore, tsquery, within } from '../../platform/words/sql'
import { type FrameRow, frameSources, frameVisible } from './frames-store'

/** The most that is kept of one picture, in characters. */
const textLength = 18_000
/** Among so many of the newest pictures with words, a mistyped word is looked for. */
const picturesForWords = sql.lit(500)

/**
 * Keeps the words of pictures that still exist. What another job read on the same picture stays: each of them saw only
 * its own part.
 */
export async function insertWords(tx: Tx, organization_id: number, read: readonly FrameWords[]): Promise<void> {
  for (const { frame_id, areas } of [...read].sort((one, other) => one.frame_id.localeCompare(other.frame_id))) {
    const text = areas.map(area => area.text).join('\n')
    if (text.trim() === '') continue
    await sql`
      insert into frame_words (organization_id, frame_id, areas, text)
      select f.organization_id, f.id, ${JSON.stringify(areas)}::jsonb, ${text.slice(0, textLength)} from (
        -- Whoever deletes the picture is waited for.
        select * from frames where organization_id = ${organization_id} and id = ${frame_id} for key share
      ) f
      on conflict (organization_id, frame_id) do update set
        areas = (
          select jsonb_agg(distinct part) from jsonb_array_elements(frame_words.areas || excluded.areas) part
        ),
        text = case when position(excluded.text in frame_words.text) > 0 then frame_words.text
          else left(frame_words.text || E'\n' || excluded.text, ${textLength}) end`.execute(tx)
  }
}

/** What was read on those of the pictures that the caller may see. */
export async function wordsOn(
  ctx: MemberContext,
  frame_ids: readonly string[],
): Promise<(FrameWords & Pick<FrameRow, 'id' | 'kept' | 'source_kind' | 'source_id'>)[]> {
  const { rows } = await sql<FrameWords & Pick<FrameRow, 'id' | 'kept' | 'source_kind' | 'source_id'>>`
    select w.frame_id, w.areas, f.id, f.kept, f.source_kind, f.source_id from frame_words w
    join frames f on f.organization_id = w.organization_id and f.id = w.frame_id ${frameSources(ctx)}
    where w.organization_id = ${ctx.organization_id} and w.frame_id = any(${frame_ids}::uuid[])
      and ${frameVisible(ctx)}`.execute(ctx.tx)
  return rows
}

export interface FoundFrame extends Place {
  frame_id: string
  source_kind: Source['kind']
  source_id: number
  kept: boolean
  name: string
  text: string
}

/** The best of the newest pictures that the caller may see, by the words that were read on them. */
export async function findFrames(ctx: MemberContext, params: SearchParams) {
  const inTime = sql`f.taken_at <= ${params.until}::timestamptz ${within(sql`f.taken_at`, params)}`
  return bestOf<FoundFrame>(
    ctx,
    sql`
      select w.id, w.at, ${textScore(ctx, sql`w.words`, params.query)} as score from (
        select w.id, w.words, f.taken_at as at from frame_words w
        join frames f on f.organization_id = w.organization_id and f.id = w.frame_id ${frameSources(ctx)}
        where w.organization_id = ${ctx.organization_id} and ${isSomething(params.query)}
          and w.words @@ (${tsquery(ctx, params.query)} && ${scopes.organisation(ctx)})
          and ${frameVisible(ctx)} and ${inTime}
        order by f.taken_at desc, w.id desc limit ${sql.lit(limits.ranked + 1)}
      ) w`,
    params,
    {
      columns: sql`f.id as frame_id, f.source_kind, f.source_id, f.kept, w.text,
        coalesce(c.name, (select u.displayname from users u where u.id = s.user_id)) as name`,
      joins: sql`join frame_words w on w.organization_id = ${ctx.organization_id} and w.id = h.id
        join frames f on f.organization_id = w.organization_id and f.id = w.frame_id ${frameSources(ctx)}`,
    },
  )
}

/** Words on the newest pictures that the caller may see, of about the length of a mistyped word, or beginning with it. */
export async function wordsLike(ctx: MemberContext, typed: string): Promise<string[]> {
  const letters = [...typed].length
  const { rows } = await sql<{ word: string }>`
    select distinct own.word from (
      select w.words from frame_words w
      join frames f on f.organization_id = w.organization_id and f.id = w.frame_id ${frameSources(ctx)}
      where w.organization_id = ${ctx.organization_id} and ${frameVisible(ctx)}
      order by w.id desc limit ${picturesForWords}
    ) w
    cross join unnest(tsvector_to_array(w.words)) stored (entry)
    cross join lateral (select substr(stored.entry, strpos(stored.entry, ':') + 1) as word) own
    where stored.entry !~ '^#' and own.word !~ '[0-9#]'
      and (length(own.word) between ${letters - 2}::int and ${letters + 2}::int or starts_with(own.word, ${typed}::text))`.execute(
    ctx.tx,
  )
  return rows.map(row => row.word)
}
