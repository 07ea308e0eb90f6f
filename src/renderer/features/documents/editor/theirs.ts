import type { Person } from '#shared/contract/common'
import { fetchDocument } from '#shared/contract/documents/endpoints'
import { StaleContent } from '#shared/contract/documents/versions'
import { mergeTexts } from '#shared/rules/merge-texts'
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

/** How an open editor spells a text; differences in spelling alone are not changes. */
const spellings = new Map<number, (text: string) => string>()

/** Registers how the open editor spells a text; null when it closes. */
export function spell(doc_id: number, spelling: ((text: string) => string) | null): void {
  if (spelling) spellings.set(doc_id, spelling)
  else spellings.delete(doc_id)
}

/** Merges both texts. Ignores differences in an editor's spelling where that avoids conflicts. */
export function joined({ doc_id, base, text }: { doc_id: number; base: Base; text: string }, theirs: Base) {
  const plain = mergeTexts(base.content, text, theirs.content)
  const spell = spellings.get(doc_id)
  if (plain.conflicts === 0 || !spell) return plain
  const spelled = mergeTexts(spell(base.content), text, spell(theirs.content))
  return spelled.conflicts < plain.conflicts ? spelled : plain
}
