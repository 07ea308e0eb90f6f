import { Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** What a recording becomes on a server without a speech model, said before anything is recorded or uploaded [D24]. */
export function NoWordsNote() {
  const { t } = useTranslation('meetings')
  return (
    <p className="flex gap-1.5 text-sm text-muted">
      <Info size={16} className="mt-0.5 shrink-0" />
      {t('noWordsYet')}
    </p>
  )
}
