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

/** Completes the refusal of a stale text with the current version, which is fetched where the server did not send it. */
export async function withTheirs(doc_id: number, sent: Base, refusal: FailedOutcome): Promise<FailedOutcome> {
  if (StaleContent.safeParse(refusal.data).success) return refusal
  const outcome: Outcome<Info> = await call(fetchDocument, { doc_id, ignoreLogs: true })
  if (!outcome.ok) return outcome
  const { content, version, updatedby, updatedat } = outcome.data
  const data: StaleContent = { current: { content, version, updatedby, updatedat }, sent }
  return { ...refusal, data }
}
