import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { LoadFailed } from '../../ui/load-failed'
import { useGuestEntry } from './store'

/** Registers the visitor as a guest. Shows its children until then, and the reason if it fails. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('app')
  const errorText = useErrorText()
  const failure = useGuestEntry(state => state.failure)
  useEffect(() => void useGuestEntry.getState().enter(), [])
  if (!failure) return children
  return (
    <main className="flex h-full bg-surface-0">
      <LoadFailed
        title={title}
        text={errorText(failure)}
        retryLabel={t('action.tryAgain')}
        onRetry={() => void useGuestEntry.getState().enter()}
        headingLevel={1}
      />
    </main>
  )
}
