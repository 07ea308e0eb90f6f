import { z } from 'zod'
import { search as searchLimits } from '#shared/contract/search/limits'
import { type ActionTool, nothingRead } from '../../platform/tool'

const Words = z.object({ words: z.string().trim().min(1).max(searchLimits.queryLength) })

export const proposeSearch: ActionTool<z.output<typeof Words>> = {
  kind: 'search',
  name: 'propose_search',
  description:
    'Offers a button that shows all results of a search for some words, when the member asks you to search. Nothing happens before the member presses it.',
  input: Words,
  run: async (_ctx, { words }) => ({
    facts: { kind: 'search', doc_id: null, doc_name: '', content: words },
    references: [],
    read: nothingRead,
  }),
}
