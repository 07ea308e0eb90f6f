import type { OrganisationScene } from '../../platform/scene'
import * as store from './transcript-store'

/** What somebody said in one go. `name` is null until somebody named them; `start` is in seconds. */
export interface Turn {
  name: string | null
  start: number
  text: string
}

/** Who said what in a recording, by time. Whether anybody may read it is not asked. */
export async function turnsOf(at: Pick<OrganisationScene, 'tx' | 'organization_id'>, doc_id: number): Promise<Turn[]> {
  const [segments, names] = await Promise.all([store.segmentsOf(at, doc_id), store.namesOf(at, doc_id)])
  return segments.map(({ speaker, start, text }) => ({ name: names.get(speaker) ?? null, start, text }))
}
