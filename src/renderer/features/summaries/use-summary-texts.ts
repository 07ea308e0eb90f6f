import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/format'
import type { Info } from '../documents/store'

/** Returns the title of a summary, its age and its origin. */
export function useSummaryTexts({ summary, document_type }: Info): {
  title: string
  made: string | null
  note: string | null
} {
  const { t } = useTranslation(['summaries', 'logbooks'])
  const format = useFormat()
  const plain = t('logbooks:doc.summary')
  if (!summary) return { title: plain, made: null, note: null }
  const { range, to, log_count: count, written_at, by, model } = summary
  const isToday = format.daysAgo(written_at) === 0
  const when = isToday ? format.time(written_at) : format.dayAndTime(written_at)
  if (by === 'person') return { title: plain, made: t('byHand', { when }), note: null }
  const isSaid = document_type === 'diarization'
  const note = model === 'used' ? null : t(isSaid ? `extractSaid.${model}` : `extract.${model}`)
  if (isSaid) return { title: plain, made: t('ofRecording', { when }), note }
  const title =
    range === 'all' ? plain : isToday ? t(`title.${range}`) : t('until', { day: format.day(to ?? written_at) })
  return { title, made: t('made', { when, count }), note }
}
