import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Texts for the lightbox of the design system, which has no translations of its own. */
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
