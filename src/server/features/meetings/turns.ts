import type { OrganizationContext } from '../../platform/request-context'
import * as store from './transcript-store'

/** What somebody said in one go. `name` is null until somebody named them; `start` is in seconds. */
export interface Turn {
  name: string | null
  start: number
  text: string
}

/** Who said what in a recording, by time. Whether anybody may read it is not asked. */
export async function turnsOf(
  ctx: Pick<OrganizationContext, 'tx' | 'organization_id'>,
  doc_id: number,
): Promise<Turn[]> {
  const [segments, names] = await Promise.all([store.segmentsOf(ctx, doc_id), store.namesOf(ctx, doc_id)])
  return segments.map(({ speaker, start, text }) => ({ name: names.get(speaker) ?? null, start, text }))
}
