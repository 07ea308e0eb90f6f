import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router-dom'
import { panelOf } from '../../features/organisations/panel'
import { useOrganisations } from '../../features/organisations/store'
import { useProfile } from '../../features/profile/store'
import { withNamespaces } from '../../i18n/languages'
import { useSession } from '../../platform/session'
import { lazyComponent } from '../../ui/lazy-component'
import { useViewport } from '../../ui/use-media'
import { ErrorBoundary } from '../error-boundary'
import { Overlays } from '../overlays'
import { BottomNav } from './bottom-nav'
import { OfflineStrip } from './offline-strip'
import { Rail } from './rail'
import { PageSkeleton, ShellSkeleton } from './shell-skeleton'

const GuestShell = lazyComponent(async () => (await import('./guest-shell')).GuestShell)
const OrganisationPanel = lazyComponent(
  async () =>
    (await withNamespaces('workspace', import('../../features/organisations/organisation-panel'))).OrganisationPanel,
)

/**
 * Rail, page and bottom navigation. Before there is a profile, the page is shown alone, because nothing else is
 * possible yet. Guests have a shell of their own.
 */
export function Shell() {
  const { t } = useTranslation()
  const { pathname, hash } = useLocation()
  const isPhone = useViewport() === 'phone'
  const isNamed = useProfile(state => !!state.profile?.user_displayname.trim())
  const isSignedIn = useSession(state => state.tokens !== null)
  const status = useOrganisations(state => state.status)
  useEffect(() => {
    if (isNamed && status === 'idle') void useOrganisations.getState().load()
  }, [isNamed, status])

  const panel = panelOf(hash)
  // Everybody is redirected from /.
  if (!isSignedIn && pathname !== '/') {
    return (
      <Suspense fallback={<ShellSkeleton />}>
        <GuestShell />
      </Suspense>
    )
  }
  if (!isNamed) return <Outlet />
  return (
    <div className="flex h-full">
      <button
        type="button"
        onClick={() => document.getElementById('content')?.focus()}
        className="absolute top-[calc(var(--top-inset)+8px)] left-2 z-toast -translate-y-16 rounded-sm bg-surface-1 px-3 py-2 text-sm font-medium text-accent shadow-2 focus-visible:translate-y-0"
      >
        {t('shell.skip')}
      </button>
      {!isPhone && <Rail />}
      <div className="relative flex min-w-0 flex-1 flex-col">
        <OfflineStrip />
        <div id="content" tabIndex={-1} className="min-h-0 flex-1 outline-none focus-visible:shadow-none">
          <ErrorBoundary place={pathname}>
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </div>
        {isPhone && <BottomNav />}
      </div>
      <Overlays />
      {panel && (
        <Suspense fallback={null}>
          <OrganisationPanel show={panel} />
        </Suspense>
      )}
    </div>
  )
}
