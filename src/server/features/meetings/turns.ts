import type { OrganizationContext } from '../../platform/request-context'
import * as store from './transcript-store'

/** Uninterrupted speech. `name` is null until somebody names the speaker; `start` is in seconds. */
export interface Turn {
  name: string | null
  start: number
  text: string
}

/** The turns of a recording, by time. Does not check whether anybody may read it. */
export async function turnsOf(
  ctx: Pick<OrganizationContext, 'tx' | 'organization_id'>,
  doc_id: number,
): Promise<Turn[]> {
  const [segments, names] = await Promise.all([store.segmentsOf(ctx, doc_id), store.namesOf(ctx, doc_id)])
  return segments.map(({ speaker, start, text }) => ({ name: names.get(speaker) ?? null, start, text }))
}
