import { Search } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router-dom'
import { SignUpDialog } from '../../features/session/slots'
import { useSignIn } from '../../features/session/store'
import { useGuest, useSignUpRequest } from '../../platform/guest'
import { Tooltip } from '../../ui/tooltip'
import { useViewport } from '../../ui/use-media'
import { WheelMark } from '../../ui/wheel-mark'
import { ErrorBoundary } from '../error-boundary'
import { bottomEntries, entriesFor, isActive, type NavEntry } from '../nav-entries'
import { Pill, place } from './bottom-nav'
import { Entry, railButton } from './rail'
import { PageSkeleton } from './shell-skeleton'

/** The shell for guests: navigation whose every entry asks to sign up [2.17], and no profile menu [2.19]. */
export function GuestShell() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const isPhone = useViewport() === 'phone'
  const isGuest = useGuest(state => state.guestId !== null)
  const takesGuests = useSignIn(state => state.options?.guests ?? false)
  useEffect(() => {
    if (!useSignIn.getState().options) void useSignIn.getState().loadOptions()
  }, [])
  const isShown = isGuest || takesGuests
  return (
    <div className="flex h-full">
      {isShown && (
        <button
          type="button"
          onClick={() => document.getElementById('content')?.focus()}
          className="absolute top-[calc(var(--top-inset)+8px)] left-2 z-toast -translate-y-16 rounded-sm bg-surface-1 px-3 py-2 text-sm font-medium text-accent shadow-2 focus-visible:translate-y-0"
        >
          {t('shell.skip')}
        </button>
      )}
      {isShown && !isPhone && <GuestRail pathname={pathname} />}
      <div className="flex min-w-0 flex-1 flex-col">
        <div id="content" tabIndex={-1} className="min-h-0 flex-1 outline-none focus-visible:shadow-none">
          <ErrorBoundary place={pathname}>
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </div>
        {isShown && isPhone && <GuestBottomNav pathname={pathname} />}
      </div>
      <SignUpDialog />
    </div>
  )
}

const home = '/chat-guest'
/** Every entry leads to the guest chat, and Mate's is the active one. */
const forGuest = ({ id, icon }: NavEntry) => ({ id, icon, route: home })
const isOn = ({ id }: Pick<NavEntry, 'id'>, pathname: string) => id === 'chat' && isActive({ route: home }, pathname)
const askToSignUp = () => useSignUpRequest.getState().ask(true)

function GuestRail({ pathname }: { pathname: string }) {
  const { t } = useTranslation()
  return (
    <aside
      aria-label={t('nav.label')}
      className="z-rail flex w-rail shrink-0 flex-col items-center gap-0.5 border-r border-rail-border bg-rail py-2.5 text-rail-text"
    >
      <span className="mb-2.5 grid size-[43px] place-items-center rounded-[11px] border-[1.5px] border-rail-text/30 bg-rail-active text-rail-active-text">
        <WheelMark size={24} />
      </span>
      <nav aria-label={t('nav.label')} className="flex w-full flex-col gap-[3px] px-0.5">
        {entriesFor(false).map(entry => (
          <Entry key={entry.id} entry={forGuest(entry)} isOn={isOn(entry, pathname)} onPress={askToSignUp} />
        ))}
      </nav>
      <div className="mt-auto">
        <Tooltip text={t('nav.search')} side="right">
          <button
            type="button"
            aria-label={t('nav.search')}
            aria-haspopup="dialog"
            onClick={askToSignUp}
            className={railButton}
          >
            <Search size={19} />
          </button>
        </Tooltip>
      </div>
    </aside>
  )
}

function GuestBottomNav({ pathname }: { pathname: string }) {
  const { t } = useTranslation()
  return (
    <nav
      aria-label={t('nav.label')}
      className="z-rail flex h-[calc(var(--bottomnav-h)+env(safe-area-inset-bottom))] shrink-0 border-t border-line bg-surface-1 px-1 pb-[env(safe-area-inset-bottom)]"
    >
      {bottomEntries(false).shown.map(entry => (
        <a
          key={entry.id}
          href={`#${home}`}
          aria-current={isOn(entry, pathname) ? 'page' : undefined}
          onClick={askToSignUp}
          className={`${place} ${isOn(entry, pathname) ? 'text-accent' : 'text-muted'}`}
        >
          <Pill icon={entry.icon} isOn={isOn(entry, pathname)} />
          {t(`nav.${entry.id}`)}
        </a>
      ))}
    </nav>
  )
}
