import {
  AudioLines,
  Cctv,
  ChartColumn,
  FileText,
  MessageCircle,
  MessageSquareQuote,
  Monitor,
  NotebookText,
  ScrollText,
  SquareCheckBig,
  UserRound,
} from 'lucide-react'
import type { SearchHit } from '#shared/contract/search/endpoints'
import type { Icon } from '../../ui/icon'

const documents = { logbook: NotebookText, document: FileText, diarization: AudioLines }

/** The icon of a search result. */
export function iconOf(hit: SearchHit): Icon {
  switch (hit.kind) {
    case 'document':
      return documents[hit.document_type]
    case 'log':
      return ScrollText
    case 'graph':
      return ChartColumn
    case 'person':
      return UserRound
    case 'source':
    case 'frame':
      return hit.source.kind === 'screen' ? Monitor : Cctv
    case 'transcript':
      return MessageSquareQuote
    case 'task':
      return SquareCheckBig
    case 'message':
      return MessageCircle
  }
}
