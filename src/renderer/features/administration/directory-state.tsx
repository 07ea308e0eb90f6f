import { CloudAlert, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { Button } from '../../ui/button'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { useDirectory } from '../organisations/store'

/** Shows what needs the people and roles of the workspace once they are there. */
export function DirectoryState({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['administration', 'app'])
  const errorText = useErrorText()
  const { items, status, failure } = useDirectory()
  if (items.length > 0) return children
  if (status !== 'failed') return <SkeletonRows label={t('loading')} />
  return (
    <StateBlock
      tone="danger"
      icon={CloudAlert}
      title={t('failed')}
      text={failure && errorText(failure)}
      actions={
        <Button variant="primary" size="sm" icon={RefreshCw} onClick={() => void useDirectory.getState().load()}>
          {t('app:action.tryAgain')}
        </Button>
      }
    />
  )
}
