import type { ReactNode } from 'react'
import type { DocumentAccess } from '#shared/contract/documents/endpoints'
import { createSlot } from '../../platform/slot'

interface DocumentRuleProps {
  rule: { access: DocumentAccess; branch_id: number | null }
  onChange: (rule: { access: DocumentAccess; branch_id: number | null }) => void
  error: string | null
  /** Whether the person is, or will be, the creator of the document. */
  isOwn: boolean
}

/** Who can see a document without a grant. */
export const DocumentRule = createSlot<DocumentRuleProps>()

interface TranscriptProps {
  doc_id: number
  name: string
  /** Shown above the transcript. */
  summary: ReactNode
  /** Whether the person may correct the transcript. */
  editable: boolean
}

/** The transcript of a recording with speakers and sound; until it exists, its progress. */
export const Transcript = createSlot<TranscriptProps>({ isAwaited: true })
