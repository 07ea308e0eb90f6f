import { useState } from 'react'
import { z } from 'zod'
import { DocumentAccess } from '#shared/contract/documents/endpoints'
import { readDraft, writeDraft } from '../../../platform/drafts'

const Rule = z.object({ access: DocumentAccess, branch_id: z.number().nullable() })
export type Rule = z.infer<typeof Rule>
const draft = 'meeting.rule'

/** Who may see a recording: as chosen last time, initially only the person. */
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

/** Whether a branch rule has no branch yet. */
export const lacksBranch = ({ access, branch_id }: Rule): boolean => access === 'branch' && branch_id === null
