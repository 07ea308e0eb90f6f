import { Images, Laptop, MonitorUp, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { desktop } from '../../platform/desktop'
import { useSession } from '../../platform/session'
import { Badge } from '../../ui/badge'
import { Button, LinkButton } from '../../ui/button'
import { lazyComponent } from '../../ui/lazy-component'
import { useOpenRequests } from '../access/store'
import { subjectOf } from './keys'
import { useSharing } from './sharing'

const ShareDialog = lazyComponent(async () => (await import('./share-dialog')).ShareDialog)

/** The person's own screen: sharing it where that is possible, who may see it, and all its pictures [6.8c, D34]. */
export function OwnCard({ onAccess }: { onAccess: () => void }) {
  const { t } = useTranslation(['sources', 'access'])
  const userId = useSession(state => state.userId)
  const count = useOpenRequests(userId === null ? null : subjectOf({ kind: 'screen', user_id: userId }))
  const isDesktop = desktop() !== null
  const sharing = useSharing(state => state.now)
  const [isConfirming, setConfirming] = useState(false)
  const canStart = isDesktop && sharing?.where !== 'here'
  return (
    <section
      aria-label={t('own.title')}
      className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-surface-1 p-3.5"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-sm bg-surface-3 text-muted">
        <Laptop size={20} />
      </span>
      <div className="min-w-[200px] flex-1">
        <h2 className="text-sm font-semibold">{t(isDesktop ? 'own.title' : 'own.web')}</h2>
        <p className="text-sm text-muted">{t(isDesktop ? 'own.text' : 'own.webText')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {canStart && (
          <Button size="sm" variant="capture" icon={MonitorUp} onClick={() => setConfirming(true)}>
            {t('own.share')}
          </Button>
        )}
        <Button size="sm" icon={Users} onClick={onAccess}>
          {t('own.access')}
          {count > 0 && ' '}
          {count > 0 && <Badge tone="accent">{t('access:asks', { count })}</Badge>}
        </Button>
        <LinkButton size="sm" icon={Images} href="#/feed/mine">
          {t('own.record')}
        </LinkButton>
      </div>
      <Suspense fallback={null}>{isConfirming && <ShareDialog onClose={() => setConfirming(false)} />}</Suspense>
    </section>
  )
}
