import { AudioLines, FileText, NotebookText } from 'lucide-react'
import type { DocumentType } from '#shared/contract/documents/endpoints'
import type { Icon } from './icon'

/** The icon of each kind of document. */
export const typeIcons: Record<DocumentType, Icon> = {
  logbook: NotebookText,
  document: FileText,
  diarization: AudioLines,
}
