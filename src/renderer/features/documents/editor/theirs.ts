import type { Person } from '#shared/contract/common'
import { fetchDocument } from '#shared/contract/documents/endpoints'
import { StaleContent } from '#shared/contract/documents/versions'
import { call, type Outcome } from '../../../platform/api'
import type { Info } from '../store'
import type { Base } from './kept'

/** A newer version that somebody else saved during editing. */
export interface Theirs extends Base {
  updatedby: Person | null
  updatedat: string
}

type FailedOutcome = Outcome<unknown> & { ok: false }

/** Returns the current version, from the error if it carries one, otherwise from the server. */
export async function theirsOf(doc_id: number, { data }: { data: unknown }): Promise<Theirs | FailedOutcome> {
  const stale = StaleContent.safeParse(data)
  if (stale.success) return stale.data.current
  const outcome: Outcome<Info> = await call(fetchDocument, { doc_id, ignoreLogs: true })
  if (!outcome.ok) return outcome
  const { content, version, updatedby, updatedat } = outcome.data
  return { content, version, updatedby, updatedat }
}
