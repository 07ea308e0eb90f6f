import { Sailboat } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../platform/session'
import { usePageTitle } from '../platform/title'
import { LinkButton } from '../ui/button'
import { StateBlock } from '../ui/state-block'
import type { NavId } from './nav-entries'

export type LaterPage = NavId | 'guest'

/** A page of the specification whose feature is not part of this version: says so instead of an empty screen. */
export function NotLanded({ page, isBare = false }: { page: LaterPage; isBare?: boolean }) {
  const { t } = useTranslation()
  const isSignedIn = useSession(state => state.tokens !== null)
  const name = page === 'guest' ? t('notLanded.guest') : t(`nav.${page}`)
  const title = t('notLanded.title', { name })
  usePageTitle(title)
  return (
    <main className={isBare ? 'flex h-full bg-surface-0' : 'flex h-full bg-surface-1'}>
      <StateBlock
        icon={Sailboat}
        tone="neutral"
        headingLevel={1}
        title={title}
        text={t('notLanded.text')}
        actions={
          <LinkButton href={isSignedIn ? '#/chat' : '#/login'} variant="primary" size="sm">
            {t(isSignedIn ? 'notLanded.action' : 'notLanded.signIn')}
          </LinkButton>
        }
      />
    </main>
  )
}
