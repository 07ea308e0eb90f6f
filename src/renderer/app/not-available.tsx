import { Sailboat } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../platform/title'
import { LinkButton } from '../ui/button'
import { StateBlock } from '../ui/state-block'
import type { NavId } from './nav-entries'

/** Shown for a page whose feature is not part of this version. */
export function NotAvailable({ page }: { page: NavId }) {
  const { t } = useTranslation()
  const title = t('notAvailable.title', { name: t(`nav.${page}`) })
  usePageTitle(title)
  return (
    <main className="flex h-full bg-surface-1">
      <StateBlock
        icon={Sailboat}
        tone="neutral"
        headingLevel={1}
        title={title}
        text={t('notAvailable.text')}
        actions={
          <LinkButton href="#/chat" variant="primary" size="sm">
            {t('notAvailable.action')}
          </LinkButton>
        }
      />
    </main>
  )
}
