import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** What the lightbox of the design system says, which knows no language. */
export function useLightboxLabels() {
  const { t } = useTranslation(['attachments', 'app'])
  return useMemo(
    () => ({
      close: t('app:action.close'),
      previous: t('view.previous'),
      next: t('view.next'),
      larger: t('view.larger'),
      smaller: t('view.smaller'),
      whole: t('view.whole'),
      download: t('view.download'),
      place: (number: number, count: number) => t('view.place', { number, count }),
    }),
    [t],
  )
}
