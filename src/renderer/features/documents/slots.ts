import type { ReactNode } from 'react'
import type { DocumentAccess } from '#shared/contract/documents/endpoints'
import { createSlot } from '../../platform/slot'
import type { MenuEntry } from '../../ui/menu'
import type { Info } from './store'

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
  /** Shown above the transcript. `hasWords` is false for a recording in which nobody spoke. */
  summary: (hasWords: boolean) => ReactNode
  /** Whether the person may correct the transcript. */
  editable: boolean
}

/** The transcript of a recording with speakers and sound; until it exists, its progress. */
export const Transcript = createSlot<TranscriptProps>({ isAwaited: true })

/** Opens the timeline that the address names, before the document itself is known; renders nothing. */
export const OpenTimeline = createSlot<{ doc_id: number }>()

export interface LogbookPaneProps {
  info: Info
  /** Whether the summary is being edited in place of the timeline. */
  isEditing: boolean
  /** The header of the pane, with the button and the menu entries of logs. */
  header: (parts: { onWrite: (() => void) | null; entries: readonly MenuEntry[] }) => ReactNode
  summary: ReactNode
  /** Shown between the composer and the timeline. */
  children: ReactNode
}

/** The content of the pane of a logbook: its header, the composer and the timeline. */
export const LogbookPane = createSlot<LogbookPaneProps>({ isAwaited: true })

interface SummaryProps {
  info: Info
  /** Opens the summary for editing; null for people who may not edit it. */
  onEdit: (() => void) | null
}

/** The summary of a document, by Mate or by hand; renders nothing for readers if there is none. */
export const Summary = createSlot<SummaryProps>()

/** Leads to the graphs of a logbook. */
export const GraphsButton = createSlot<{ info: Info }>()

/** A graph of a logbook with its numbers of the last seven days, in the text of a page. */
export const GraphInPage = createSlot<{ graph_id: number }>()

/** The page of a document that does not exist or is not accessible. Null stands for an invalid id. */
export const NoAccess = createSlot<{ doc_id: number | null }>({ isAwaited: true })

/** The files of a page and of its text, beside it; renders nothing if there are none. */
export const FilesOfPage = createSlot<{ doc_id: number }>()

/** What was added to and removed from a text. */
export const Changes = createSlot<{ before: string; after: string }>({ isAwaited: true })

/** What others wrote while the person was away. */
export const CatchUpPane = createSlot<object>({ isAwaited: true })

/** What a document shows as soon as it opens. */
export const shownAtOnce = [OpenTimeline, LogbookPane, GraphsButton, Summary]
