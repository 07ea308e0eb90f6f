import { Inbox, LogOut, Menu as MenuIcon, Search, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useShowPanel } from '../../features/organisations/panel'
import { useOrganisation } from '../../features/organisations/store'
import { track } from '../../platform/analytics'
import { useNavMarks } from '../../platform/nav-marks'
import { cx } from '../../ui/cx'
import type { Icon } from '../../ui/icon'
import { Menu, type MenuEntry } from '../../ui/menu'
import { OrgMark } from '../../ui/org-mark'
import { bottomEntries, isActive, type NavId } from '../nav-entries'
import { useOverlay } from '../overlay-state'
import { FeedDot } from './feed-dot'
import { ProfileHeader } from './profile-menu'

/** The names of clicks in the operator's analytics [9.11b]. */
const events: Partial<Record<NavId, string>> = {
  mytasks: 'Bottom Nav My Tasks Clicked',
  chat: 'Bottom Nav Chat Clicked',
  activity: 'Bottom Nav Activity Clicked',
  home: 'Bottom Nav Home Clicked',
}

export const place =
  'relative flex flex-1 flex-col items-center justify-center gap-[3px] text-2xs font-medium no-underline'

/** The bottom navigation, below 768 px. */
export function BottomNav() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const isPremium = useOrganisation()?.is_premium ?? false
  const { shown, more } = bottomEntries(isPremium)
  const isElsewhere = !shown.some(entry => isActive(entry, pathname))
  return (
    <nav
      aria-label={t('nav.label')}
      className="z-rail flex h-[calc(var(--bottomnav-h)+env(safe-area-inset-bottom))] shrink-0 border-t border-line bg-surface-1 px-1 pb-[env(safe-area-inset-bottom)]"
    >
      {shown.map(entry => {
        const isOn = isActive(entry, pathname)
        const event = events[entry.id]
        return (
          <a
            key={entry.id}
            href={`#${entry.route}`}
            aria-current={isOn ? 'page' : undefined}
            onClick={() => event && track(event)}
            className={cx(place, isOn ? 'text-accent' : 'text-muted')}
          >
            <Pill icon={entry.icon} isOn={isOn} />
            {t(`nav.${entry.id}`)}
            <Dot id={entry.id} className="absolute top-2 left-[calc(50%+8px)]" />
          </a>
        )
      })}
      <More
        entries={more.map(({ id, icon: Glyph, route }) => ({
          label: t(`nav.${id}`),
          leading: (
            <span className="relative block">
              <Glyph size={16} className="text-muted" />
              <Dot id={id} className="absolute -top-1 -right-1.5" />
            </span>
          ),
          href: `#${route}`,
        }))}
        isOn={isElsewhere}
      />
    </nav>
  )
}

export function Pill({ icon: Glyph, isOn }: { icon: Icon; isOn: boolean }) {
  return (
    <span className={cx('rounded-full px-4 py-[3px]', isOn && 'bg-accent-soft')}>
      <Glyph size={21} />
    </span>
  )
}

/** The connection dot of an entry that has one [2.16]. */
function Dot({ id, className }: { id: NavId; className: string }) {
  const mark = useNavMarks(state => state.marks[id])
  if (!mark) return null
  if ('dot' in mark) return <FeedDot dot={mark.dot} className={cx(className, 'bg-surface-1')} />
  return (
    <span className={cx('size-2.5 rounded-full bg-accent', className)}>
      <span className="sr-only">{mark.label}</span>
    </span>
  )
}

function More({ entries, isOn }: { entries: MenuEntry[]; isOn: boolean }) {
  const { t } = useTranslation()
  const showPanel = useShowPanel()
  const organisation = useOrganisation()
  const marks = useNavMarks(state => state.marks)
  const requests = marks.requests && 'count' in marks.requests ? marks.requests.count : 0
  const added = Object.values(marks).flatMap(mark => ('entry' in mark && mark.entry ? { ...mark, ...mark.entry } : []))
  const waiting = [
    ...(requests > 0 ? [t('nav.requestsWaiting', { count: requests })] : []),
    ...added.filter(({ count }) => count > 0).map(({ label }) => label),
  ]
  const all: MenuEntry[] = [
    ...entries,
    ...(entries.length > 0 ? [{ kind: 'separator' } as const] : []),
    {
      label: t('menu.workspaces'),
      leading: (
        <OrgMark
          name={organisation?.organization_name ?? ''}
          id={String(organisation?.organization_id ?? '')}
          src={organisation?.organization_image}
          size={18}
        />
      ),
      onSelect: () => showPanel('org'),
    },
    ...added.map(({ text, icon, href, count }) => ({
      ...{ label: text, icon, href },
      ...(count > 0 && { hint: String(count) }),
    })),
    {
      label: t('nav.requests'),
      icon: Inbox,
      href: '#/requests',
      ...(requests > 0 && { hint: String(requests) }),
    },
    { label: t('menu.search'), icon: Search, onSelect: () => useOverlay.getState().show('palette') },
    { label: t('menu.profile'), icon: UserRound, href: '#/profile' },
    { label: t('action.signOut'), icon: LogOut, href: '#/logout' },
  ]
  return (
    <Menu label={t('nav.more')} side="top" align="end" entries={all} header={<ProfileHeader />}>
      {trigger => (
        <button
          type="button"
          {...trigger}
          data-organisation-button
          className={cx(place, isOn ? 'text-accent' : 'text-muted')}
        >
          <Pill icon={MenuIcon} isOn={isOn} />
          {t('nav.more')}
          {waiting.length > 0 && (
            <span className="absolute top-1.5 left-[calc(50%+8px)] size-2.5 rounded-full bg-accent">
              <span className="sr-only">{waiting.join(', ')}</span>
            </span>
          )}
        </button>
      )}
    </Menu>
  )
}
