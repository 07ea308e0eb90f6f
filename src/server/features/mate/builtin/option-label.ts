import type { AppContext } from '../../../platform/app-context'
import { registryOf } from '../../../platform/registry'
import type { Proposal } from '../../../platform/tool'
import { languageOf } from './languages'
import type { Phrases } from './phrases'

/** The text of the option that performs an action: the words of its feature, or Mate's own. */
export function optionLabel(app: AppContext, phrases: Phrases, proposal: Proposal): string {
  const { kind, doc_name, content } = proposal
  const { say } = phrases
  const action = registryOf(app).actions.find(candidate => candidate.kind === kind)
  if (action?.label) return action.label(proposal, languageOf(phrases))
  if (kind === 'write_log' || kind === 'write_page') return say.writeInto(doc_name)
  return kind === 'open' ? say.openLabel(doc_name) : say.searchLabel(content)
}
