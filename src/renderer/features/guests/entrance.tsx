import { CloudAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { Button } from '../../ui/button'
import { StateBlock } from '../../ui/state-block'
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
      <StateBlock
        icon={CloudAlert}
        tone="danger"
        headingLevel={1}
        title={title}
        text={errorText(failure)}
        actions={
          <Button size="sm" variant="primary" onClick={() => void useGuestEntry.getState().enter()}>
            {t('action.tryAgain')}
          </Button>
        }
      />
    </main>
  )
}
