import { MapPinOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../platform/title'
import { LinkButton } from '../ui/button'
import { StateBlock } from '../ui/state-block'

export function NotFound() {
  const { t } = useTranslation()
  usePageTitle(t('notFound.title'))
  return (
    <main className="flex h-full bg-surface-1">
      <StateBlock
        icon={MapPinOff}
        tone="neutral"
        headingLevel={1}
        title={t('notFound.title')}
        text={t('notFound.text')}
        actions={
          <LinkButton href="#/chat" variant="primary" size="sm">
            {t('notFound.action')}
          </LinkButton>
        }
      />
    </main>
  )
}
