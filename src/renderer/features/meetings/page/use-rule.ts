import { useState } from 'react'
import { z } from 'zod'
import { DocumentAccess } from '#shared/contract/logbooks'
import { readDraft, writeDraft } from '../../../platform/drafts'

const Rule = z.object({ access: DocumentAccess, branch_id: z.number().nullable() })
export type Rule = z.infer<typeof Rule>
const draft = 'meeting.rule'

/** Who may see what is recorded: as it was chosen the last time, at first nobody else. */
export function useRule(): [Rule, (rule: Rule) => void] {
  const [rule, setRule] = useState<Rule>(() => {
    const kept = Rule.safeParse(readDraft(draft))
    return kept.success ? kept.data : { access: 'private', branch_id: null }
  })
  return [
    rule,
    next => {
      setRule(next)
      writeDraft(draft, next)
    },
  ]
}

/** A branch was meant, and none is chosen. */
export const lacksBranch = ({ access, branch_id }: Rule): boolean => access === 'branch' && branch_id === null
