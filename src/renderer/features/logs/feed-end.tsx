import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import type { Timeline } from './held-timeline'

interface Props {
  hasOlder: boolean
  older: Timeline['older']
  onOlder: () => void
}

/**
 * The end below the oldest log. Older logs load when it comes near the visible area, and with the button if that fails.
 */
export function FeedEnd({ hasOlder, older, onOlder }: Props) {
  const { t } = useTranslation(['logbooks', 'logs', 'app'])
  return (
    <div className="flex flex-col items-center gap-2 px-7 pt-2 pb-8 text-xs text-muted">
      {!hasOlder && <p>{t('timeline.beginning')}</p>}
      {hasOlder && <p className="hidden print:block">{t('logs:printed')}</p>}
      {hasOlder && older === 'loading' && <p role="status">{t('timeline.loadingOlder')}</p>}
      {hasOlder && older === 'failed' && (
        <p role="alert" className="text-danger-ink">
          {t('timeline.olderFailed')}
        </p>
      )}
      {hasOlder && (
        <Button size="sm" loading={older === 'loading'} onClick={onOlder}>
          {older === 'failed' ? t('app:action.tryAgain') : t('timeline.older')}
        </Button>
      )}
    </div>
  )
}
