import type { FrameWords } from '#shared/contract/sources/words'
import type { MemberContext } from '../../platform/request-context'
import type { Searchable } from '../../platform/searchable'
import { excerptOf } from '../../platform/words/segments'
import { recordShown } from './feed-service'
import { sourceOf } from './frame-from'
import { recordViewsOfKept } from './frames-service'
import * as store from './words-store'

/** Keeps the words that a job read on pictures, as long as these exist [D48]. */
export const keepWords = (
  { tx, organization_id }: Pick<MemberContext, 'tx' | 'organization_id'>,
  read: readonly FrameWords[],
): Promise<void> => store.insertWords(tx, organization_id, read)

/** What was read on those of the pictures that the caller may see; the person whose screen it is learns of it. */
export async function wordsOn(ctx: MemberContext, frame_ids: readonly string[]): Promise<FrameWords[]> {
  const rows = frame_ids.length === 0 ? [] : await store.wordsOn(ctx, frame_ids)
  recordShown(
    ctx,
    rows.map(row => ({ id: row.id, source: sourceOf(row.source_kind, row.source_id) })),
  )
  recordViewsOfKept(ctx, rows)
  return rows.map(({ frame_id, areas }) => ({ frame_id, areas }))
}

/**
 * Pictures by the words on them, for those who may see the picture. An excerpt shows a part of the picture, so the person
 * whose screen it is learns who found it.
 */
export const frames: Searchable = {
  kind: 'frame',
  async find(ctx, params) {
    const { rows, total } = await store.findFrames(ctx, params)
    const found = rows.map(row => ({ ...row, source: sourceOf(row.source_kind, row.source_id) }))
    recordShown(
      ctx,
      found.map(({ frame_id, source }) => ({ id: frame_id, source })),
    )
    recordViewsOfKept(
      ctx,
      found.map(({ frame_id, ...row }) => ({ ...row, id: frame_id })),
    )
    return {
      total,
      hits: found.map(({ id, score, at, frame_id, source, name, text }) => ({
        id,
        score,
        at,
        hit: {
          kind: 'frame',
          frame_id,
          source,
          source_name: name,
          title: excerptOf(text, params.query),
          excerpt: [],
          by: null,
          at,
        },
      })),
    }
  },
  wordsLike: store.wordsLike,
}
