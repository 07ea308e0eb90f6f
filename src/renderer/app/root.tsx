import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useProfile } from '../features/profile/store'
import { signOut } from '../features/session/store'
import { useErrorText } from '../i18n/texts'
import { track, trackPage } from '../platform/analytics'
import { useSession } from '../platform/session'
import { useTitle } from '../platform/title'
import { Button } from '../ui/button'
import { onRouted } from '../ui/overlay-history'
import { Toaster } from '../ui/toast'
import { ErrorBoundary } from './error-boundary'
import { ErrorScreen } from './error-screen'
import { firstSegment, isGuestChat, judge, toRemember } from './guards'
import { landedEntries } from './nav-entries'
import { useRemembered } from './remembered'
import { CaptureSlot } from './shell/capture-slot'
import { ShellSkeleton } from './shell/shell-skeleton'

const places = landedEntries.map(entry => firstSegment(entry.route))

/** Pages whose opening counts by itself [9.11b]. */
const visits: Record<string, string> = {
  '/chat': 'Chat Page Visited',
  '/login': 'Sign Up Page Visited',
  '/workspace': 'Workspace Selection Page Visited',
}

/** Around every page: the rules of routing [4.2, 4.3], what catches errors, and what lies over the page. */
export function Root() {
  const { t } = useTranslation()
  const place = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new place counts, also the same address again.
  useEffect(onRouted, [place])
  return (
    <>
      <ErrorBoundary place={place.pathname}>
        <Guarded />
      </ErrorBoundary>
      <CaptureSlot />
      <Toaster label={t('shell.toasts')} closeLabel={t('action.close')} />
      <PageAnnouncer />
    </>
  )
}

function Guarded() {
  const place = useLocation()
  const isSignedIn = useSession(state => state.tokens !== null)
  const organizationId = useSession(state => state.organizationId)
  const displayName = useProfile(state => state.profile?.user_displayname ?? null)
  const status = useProfile(state => state.status)
  const remembered = useRemembered(state => state.path)

  const canAsk = isSignedIn && !isGuestChat(place.pathname)
  useEffect(() => {
    if (canAsk && status === 'idle') void useProfile.getState().load()
  }, [canAsk, status])

  const worthIt = toRemember(place, isSignedIn, places)
  useEffect(() => {
    if (worthIt) useRemembered.getState().remember(worthIt)
  }, [worthIt])
  useEffect(() => {
    trackPage(place.pathname)
    const visit = visits[place.pathname]
    if (visit) track(visit)
  }, [place.pathname])

  const verdict = judge(place, { isSignedIn, displayName, organizationId, remembered })
  // Keyed by place: led away from two places in a row, it has to act twice.
  const leads = verdict.go === 'to' && <Navigate key={place.key} to={verdict.path} replace />
  // At / there is nothing to hide: the shell stays where it is while the way leads on.
  if (leads && place.pathname !== '/') return leads
  if (verdict.go === 'wait') return status === 'failed' ? <ProfileFailed /> : <ShellSkeleton />
  return (
    <>
      {leads}
      <Suspense fallback={<ShellSkeleton />}>
        <Outlet />
      </Suspense>
    </>
  )
}

/** The first load of the profile failed: there is nothing yet to show the app with. */
function ProfileFailed() {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const failure = useProfile(state => state.failure)
  return (
    <div className="flex h-full flex-col bg-surface-1">
      <ErrorScreen
        title={t('failed.profileTitle')}
        text={failure ? errorText(failure) : undefined}
        onTryAgain={() => void useProfile.getState().load()}
      />
      <div className="flex justify-center p-5">
        <Button variant="quiet" onClick={() => void signOut()}>
          {t('action.signOut')}
        </Button>
      </div>
    </div>
  )
}

/** A screen reader hears the name of a page that was opened, as it would from a page load. */
function PageAnnouncer() {
  const title = useTitle(state => state.title)
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}
