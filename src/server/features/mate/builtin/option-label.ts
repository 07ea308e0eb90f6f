import type { Proposal } from '../../../platform/tool'
import type { Phrases } from './phrases'

/** The text of the option that performs an action. */
export function optionLabel({ say }: Phrases, { kind, doc_name, content }: Proposal): string {
  if (kind === 'write_log') return say.writeInto(doc_name)
  return kind === 'open' ? say.openLabel(doc_name) : say.searchLabel(content)
}
