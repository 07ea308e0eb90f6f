import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { LoadFailed } from '../../ui/load-failed'
import { SkeletonRows } from '../../ui/skeleton'
import { useDirectory } from '../organisations/store'

/** Shows what needs the people and roles of the workspace once they are there. */
export function DirectoryState({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['administration', 'app'])
  const errorText = useErrorText()
  const { items, status, failure } = useDirectory()
  if (items.length > 0) return children
  if (status !== 'failed') return <SkeletonRows label={t('loading')} />
  return (
    <LoadFailed
      title={t('failed')}
      text={failure && errorText(failure)}
      retryLabel={t('app:action.tryAgain')}
      onRetry={() => void useDirectory.getState().load()}
    />
  )
}
