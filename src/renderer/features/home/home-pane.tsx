import { CalendarDays, LayoutGrid, MessagesSquare, Plus, Store } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Branch } from '#shared/contract/organisations/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useShortcut } from '../../platform/shortcuts'
import { cx } from '../../ui/cx'
import type { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { ListRow, ListSection } from '../../ui/list-row'
import { LoadFailed } from '../../ui/load-failed'
import { Pane, PaneBody, PaneHeader } from '../../ui/pane'
import { SkeletonRows } from '../../ui/skeleton'
import { FirstStepsLink } from '../organisations/slots'
import { useCan } from '../organisations/store'
import {
  MessagesList,
  MessagesThread,
  MessagesUnread,
  NewSpace,
  ScheduleChoice,
  ScheduleView,
  SpaceOpenCount,
} from './slots'
import { useSpaces } from './store'

export type Place = 'spaces' | 'messages' | 'schedule'

interface Props {
  place: Place
  /** The open space or chat. */
  current: number | undefined
  /** Whether the address names it; a phone shows the list otherwise. */
  isChosen: boolean
}

/** The list pane of Home: its places, and what the chosen place lists. */
export function HomePane({ place, current, isChosen }: Props) {
  const { t } = useTranslation('home')
  const canAdd = useCan('branches.manage') && place === 'spaces'
  const [isAdding, setAdding] = useState(false)
  const navigate = useNavigate()
  useShortcut({ keys: 'b', label: t('newSpace'), group: t('title'), isOn: canAdd }, () => setAdding(true))
  return (
    <Pane as={isChosen ? 'section' : 'main'} kind="list" aria-label={t('title')} onPhone={!isChosen}>
      <PaneHeader
        plain
        title={t('title')}
        headingLevel={isChosen ? 2 : 1}
        actions={canAdd && <IconButton icon={Plus} label={t('newSpace')} keys="b" onClick={() => setAdding(true)} />}
      />
      <nav aria-label={t('places')} className="flex shrink-0 flex-col gap-0.5 px-2 pb-1">
        <PlaceLink icon={LayoutGrid} href="#/home/spaces" isOpen={place === 'spaces'}>
          {t('spaces')}
        </PlaceLink>
        {MessagesThread.isFilled() && (
          <PlaceLink
            icon={MessagesSquare}
            href="#/home/messages"
            isOpen={place === 'messages'}
            trailing={<MessagesUnread />}
          >
            {t('messages')}
          </PlaceLink>
        )}
        {ScheduleView.isFilled() && (
          <PlaceLink icon={CalendarDays} href="#/home/schedule" isOpen={place === 'schedule'}>
            {t('schedule')}
          </PlaceLink>
        )}
      </nav>
      {place === 'schedule' && <ScheduleChoice />}
      {place === 'messages' && <MessagesList chat_id={current} />}
      {place === 'spaces' && (
        <>
          <PaneBody>
            <SpaceRows current={current} />
          </PaneBody>
          <FirstStepsLink />
        </>
      )}
      {isAdding && (
        <NewSpace
          title={t('new.title')}
          submitLabel={t('new.submit')}
          onClose={() => setAdding(false)}
          onAdded={branch => {
            useSpaces.getState().show(branch)
            void navigate(`/home/spaces/${branch.id}`)
          }}
        />
      )}
    </Pane>
  )
}

interface PlaceLinkProps {
  icon: Icon
  href: string
  isOpen: boolean
  trailing?: ReactNode
  children: string
}

function PlaceLink({ icon: Glyph, href, isOpen, trailing, children }: PlaceLinkProps) {
  return (
    <a
      href={href}
      aria-current={isOpen ? 'page' : undefined}
      className={cx(
        'flex min-h-8 items-center gap-2.5 rounded-sm px-2.5 text-sm font-medium text-default no-underline pointer-coarse:min-h-touch',
        isOpen ? 'bg-surface-3' : 'hover:bg-surface-3',
      )}
    >
      <Glyph size={18} className="text-muted" />
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {trailing}
    </a>
  )
}

/** The branches that have an address, and the open ones without, which all branches share [D4]. */
function SpaceRows({ current }: { current: number | undefined }) {
  const { t } = useTranslation(['home', 'app'])
  const errorText = useErrorText()
  const { items, status, failure } = useSpaces()
  if (status === 'failed' && items.length === 0)
    return (
      <LoadFailed
        title={t('failed')}
        text={failure && errorText(failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useSpaces.getState().load()}
      />
    )
  if (items.length === 0 && status !== 'ready') return <SkeletonRows label={t('loading')} />
  const shared = items.filter(isShared)
  const branches = items.filter(branch => !isShared(branch))
  return (
    <>
      <SpaceSection title={t('branches')} branches={branches} current={current} />
      {shared.length > 0 && <SpaceSection title={t('shared')} branches={shared} current={current} />}
    </>
  )
}

const isShared = (branch: Branch): boolean =>
  branch.is_open_branch && !branch.is_primary_branch && !branch.branch_address

interface SectionProps {
  title: string
  branches: readonly Branch[]
  current: number | undefined
}

function SpaceSection({ title, branches, current }: SectionProps) {
  const { t } = useTranslation('home')
  return (
    <>
      <ListSection title={title} trailing={<span className="tabular-nums">{branches.length}</span>} />
      {branches.map(branch => (
        <ListRow
          key={branch.id}
          href={`#/home/spaces/${branch.id}`}
          icon={Store}
          title={branch.branch_name}
          meta={
            <>
              {[
                branch.is_primary_branch && t('primary'),
                !branch.is_open_branch && t('closed'),
                t('people', { count: branch.users.length }),
              ]
                .filter(Boolean)
                .join(', ')}
              <SpaceOpenCount branch_id={branch.id} />
            </>
          }
          selected={branch.id === current}
        />
      ))}
    </>
  )
}
