import { Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/**
 * Explains, before anything is recorded or uploaded, what becomes of a recording on a server without a speech model
 * [D24].
 */
export function NoWordsNote() {
  const { t } = useTranslation('meetings')
  return (
    <p className="flex gap-1.5 text-sm text-muted">
      <Info size={16} className="mt-0.5 shrink-0" />
      {t('noWordsYet')}
    </p>
  )
}
