import { Inbox, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { NotificationBell } from '../../features/notifications/slots'
import { panelOf, useShowPanel } from '../../features/organisations/panel'
import { useOrganisation } from '../../features/organisations/store'
import { useProfile } from '../../features/profile/store'
import { track } from '../../platform/analytics'
import { useNavMarks } from '../../platform/nav-marks'
import { showKeys } from '../../platform/shortcuts'
import { Avatar } from '../../ui/avatar'
import { cx } from '../../ui/cx'
import { Menu } from '../../ui/menu'
import { OrgMark } from '../../ui/org-mark'
import { Tooltip } from '../../ui/tooltip'
import { entriesFor, isActive, type NavEntry } from '../nav-entries'
import { useOverlay } from '../overlay-state'
import { FeedDot } from './feed-dot'
import { ProfileHeader, useProfileMenu } from './profile-menu'

/** The navigation on the left, from 768 px on. */
export function Rail() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const isPremium = useOrganisation()?.is_premium ?? false
  return (
    <aside
      aria-label={t('nav.label')}
      className="z-rail flex w-rail shrink-0 flex-col items-center gap-0.5 border-r border-rail-border bg-rail py-2.5 text-rail-text"
    >
      <OrganisationButton />
      <nav aria-label={t('nav.label')} className="flex w-full flex-col gap-[3px] px-0.5">
        {entriesFor(isPremium).map(entry => (
          <Entry key={entry.id} entry={entry} isOn={isActive(entry, pathname)} />
        ))}
      </nav>
      <div className="mt-auto flex flex-col items-center gap-2.5">
        <NotificationBell />
        <RequestsLink />
        <SearchButton />
        <ProfileButton />
      </div>
    </aside>
  )
}

function OrganisationButton() {
  const { t } = useTranslation()
  const { hash } = useLocation()
  const organisation = useOrganisation()
  const showPanel = useShowPanel()
  const label = organisation ? t('nav.workspaceOf', { name: organisation.organization_name }) : t('nav.workspaces')
  return (
    <Tooltip text={label} side="right">
      <button
        type="button"
        data-organisation-button
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={panelOf(hash) !== null}
        onClick={() => {
          track('Organisation Icon Clicked')
          showPanel(panelOf(hash) ? null : 'org')
        }}
        className="mb-2.5 rounded-[11px] border-[1.5px] border-rail-text/30 p-[1.5px]"
      >
        <OrgMark
          name={organisation?.organization_name ?? ''}
          id={String(organisation?.organization_id ?? '')}
          src={organisation?.organization_image}
          size={40}
        />
      </button>
    </Tooltip>
  )
}

interface EntryProps {
  entry: Pick<NavEntry, 'id' | 'icon' | 'route'>
  isOn: boolean
  onPress?: () => void
}

export function Entry({ entry, isOn, onPress }: EntryProps) {
  const { t } = useTranslation()
  const { icon: Glyph, id, route } = entry
  return (
    <a
      href={`#${route}`}
      onClick={onPress}
      aria-current={isOn ? 'page' : undefined}
      className={cx(
        'relative flex flex-col items-center gap-1 rounded-md pt-2 pb-1.5 text-2xs font-medium tracking-tight whitespace-nowrap no-underline',
        isOn
          ? 'bg-rail-active text-rail-active-text'
          : 'text-rail-text hover:bg-rail-active/60 hover:text-rail-active-text',
      )}
    >
      {/* The rail is dark in both themes, so its highlights use the colours of the dark theme. */}
      {isOn && <span data-theme="dark" className="absolute inset-y-3 -left-0.5 w-[3px] rounded-r-[3px] bg-accent" />}
      <Glyph size={20} />
      {t(`nav.${id}`)}
      <Mark id={id} />
    </a>
  )
}

/** The dot of a connection [2.16], or the number of new things. */
function Mark({ id }: { id: string }) {
  const mark = useNavMarks(state => state.marks[id])
  if (!mark) return null
  if ('count' in mark) return <Count count={mark.count} label={mark.label} className="top-[3px] right-[9px]" />
  return <FeedDot dot={mark.dot} className="absolute top-1.5 right-[15px] bg-rail" />
}

export const railButton =
  'grid size-9 place-items-center rounded-md text-rail-text hover:bg-rail-active hover:text-rail-active-text'

/** The link to access requests, with the number of open ones. */
function RequestsLink() {
  const { t } = useTranslation()
  const mark = useNavMarks(state => state.marks.requests)
  const count = mark && 'count' in mark ? mark.count : 0
  const label = count > 0 ? t('nav.requestsWaiting', { count }) : t('nav.requests')
  return (
    <Tooltip text={label} side="right">
      <a href="#/requests" aria-label={label} className={cx(railButton, 'relative')}>
        <Inbox size={19} />
        {count > 0 && <Count count={count} className="-top-1 -right-1" />}
      </a>
    </Tooltip>
  )
}

function Count({ count, label, className }: { count: number; label?: string; className: string }) {
  return (
    <span
      data-theme="dark"
      className={cx(
        'absolute min-w-4 rounded-full bg-accent px-1 text-center text-[10px] leading-4 font-bold text-on-accent',
        className,
      )}
    >
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}

function SearchButton() {
  const { t } = useTranslation()
  return (
    <Tooltip text={t('nav.search')} keys={showKeys('mod+k')} side="right">
      <button
        type="button"
        aria-label={t('nav.search')}
        aria-haspopup="dialog"
        onClick={() => useOverlay.getState().show('palette')}
        className={railButton}
      >
        <Search size={19} />
      </button>
    </Tooltip>
  )
}

function ProfileButton() {
  const { t } = useTranslation()
  const profile = useProfile(state => state.profile)
  const entries = useProfileMenu()
  if (!profile) return null
  return (
    <Menu label={t('nav.profile')} side="right" align="end" entries={entries} header={<ProfileHeader />}>
      {trigger => (
        <button
          type="button"
          {...trigger}
          aria-label={t('nav.profile')}
          onClick={event => {
            track('Profile Clicked')
            trigger.onClick(event)
          }}
          className="rounded-full"
        >
          <Avatar
            name={profile.user_displayname}
            id={String(profile.user_id)}
            src={profile.user_image}
            size={34}
            decorative
          />
        </button>
      )}
    </Menu>
  )
}
