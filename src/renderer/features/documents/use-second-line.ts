import { useTranslation } from 'react-i18next'
import type { NoteItem } from '#shared/contract/documents/endpoints'
import { useFormat } from '../../platform/format'

/**
 * Returns the text below the name in a row: the last author and the time, the kind of document, or the speakers and the
 * length.
 */
export function useSecondLine(row: NoteItem, isPinned: boolean): string {
  const { t } = useTranslation(['logbooks', 'documents'])
  const { daysAgo, day, time, shortDay } = useFormat()
  const { document_type, last_written_at: at, last_written_by, recording } = row
  const ago = daysAgo(at)
  const isToday = ago === 0
  const name = last_written_by ?? t('mate')
  // For today the time says more than the day.
  if (document_type === 'logbook') {
    if (isToday && isPinned) return t('documents:row.written', { when: time(at), name })
    return t('list.row', { when: isToday ? time(at) : ago === 1 ? day(at) : shortDay(at), name })
  }
  const when = isToday ? time(at) : shortDay(at)
  if (document_type === 'document') return t('documents:row.page', { when })
  if (!recording) return t('documents:row.meeting', { about: when })
  const voices = recording.speakers > 0 ? t('documents:row.speakers', { count: recording.speakers }) : null
  const all = Math.max(1, Math.round(recording.duration_seconds / 60))
  const [hours, minutes] = [Math.floor(all / 60), all % 60]
  const length = hours > 0 ? t('documents:row.hours', { hours, minutes }) : t('documents:row.minutes', { minutes })
  return t('documents:row.meeting', { about: voices ? t('documents:row.both', { voices, length }) : length })
}
