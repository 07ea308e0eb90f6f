import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useProfile } from '../features/profile/store'
import { signOut } from '../features/session/store'
import { useErrorText } from '../i18n/texts'
import { track, trackPage } from '../platform/analytics'
import { useIsServerAway } from '../platform/server-away'
import { useSession } from '../platform/session'
import { useTitle } from '../platform/title'
import { Button } from '../ui/button'
import { onRouted } from '../ui/overlay-history'
import { ServerAway } from '../ui/server-away'
import { Toaster } from '../ui/toast'
import { ErrorBoundary } from './error-boundary'
import { ErrorScreen } from './error-screen'
import { decideRoute, firstSegment, isGuestChat, pathToRemember } from './guards'
import { availableEntries } from './nav-entries'
import { useRemembered } from './remembered'
import { CaptureSlot } from './shell/capture-slot'
import { ShellSkeleton } from './shell/shell-skeleton'

const places = availableEntries.map(entry => firstSegment(entry.route))

/** Pages whose opening is tracked by a separate event [9.11b]. */
const pageEvents: Record<string, string> = {
  '/chat': 'Chat Page Visited',
  '/login': 'Sign Up Page Visited',
  '/workspace': 'Workspace Selection Page Visited',
}

/** Surrounds every page with the routing rules [4.2, 4.3], the error boundary and the overlays. */
export function Root() {
  const { t } = useTranslation()
  const place = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation counts, even to the same address.
  useEffect(onRouted, [place])
  const isAway = useIsServerAway()
  return (
    <ServerAway reason={isAway ? t('shell.needsServer') : null}>
      <ErrorBoundary place={place.pathname}>
        <Guarded />
      </ErrorBoundary>
      <CaptureSlot />
      <Toaster label={t('shell.toasts')} closeLabel={t('action.close')} />
      <PageAnnouncer />
    </ServerAway>
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

  const worthIt = pathToRemember(place, isSignedIn, places)
  useEffect(() => {
    if (worthIt) useRemembered.getState().remember(worthIt)
  }, [worthIt])
  useEffect(() => {
    trackPage(place.pathname)
    const visit = pageEvents[place.pathname]
    if (visit) track(visit)
  }, [place.pathname])

  const verdict = decideRoute(place, { isSignedIn, displayName, organizationId, remembered })
  // Keyed by location, because two redirects in a row must both navigate.
  const leads = verdict.go === 'to' && <Navigate key={place.key} to={verdict.path} replace />
  // At / the shell stays visible during the redirect, because there is nothing to hide.
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

/** Shown when the profile failed to load for the first time, so that there is nothing to show the app with. */
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

/** Announces the name of an opened page to screen readers, like a page load would. */
function PageAnnouncer() {
  const title = useTitle(state => state.title)
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}
