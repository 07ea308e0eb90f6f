import { Compass, Lock, Users } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Branch } from '#shared/contract/organisations/endpoints'
import { useErrorText } from '../../i18n/texts'
import type { List } from '../../platform/list-loader'
import { usePageTitle } from '../../platform/title'
import { Avatar } from '../../ui/avatar'
import { LinkButton } from '../../ui/button'
import { LoadFailed } from '../../ui/load-failed'
import { Pane, PaneBody, PaneHeader } from '../../ui/pane'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { Tabs } from '../../ui/tabs'
import { useDirectory } from '../organisations/store'
import { SpaceActions, SpaceChat, SpaceGraphs, SpaceLogbooks, SpaceSources, SpaceTasks } from './slots'
import { useSpaces } from './store'

const parts = ['tasks', 'logbooks', 'sources', 'graphs', 'people'] as const
/** What a space shows of itself. */
type Part = (typeof parts)[number]

/** The parts that other features show. */
const slots = { tasks: SpaceTasks, logbooks: SpaceLogbooks, sources: SpaceSources, graphs: SpaceGraphs }
const slotOf = (part: Part) => (part === 'people' ? null : slots[part])
const isThere = (part: Part) => slotOf(part)?.isFilled() ?? true

export const isPart = (text: string | undefined): text is Part => parts.some(part => part === text)

interface Props {
  branch_id: number
  /** Whether the address names it; otherwise a phone shows the list. */
  isChosen: boolean
  part: Part
}

/** One space: who works there, what is to be done, and its logbooks, live sources and graphs [D4]. */
export function SpacePane({ branch_id, isChosen, part }: Props) {
  const { t } = useTranslation(['home', 'app'])
  const navigate = useNavigate()
  const space = useSpaces(state => state.items.find(branch => branch.id === branch_id))
  const status = useSpaces(state => state.status)
  usePageTitle(space?.branch_name ?? t('title'))
  if (!space) return <Absent isChosen={isChosen} status={status} />
  const shown = isThere(part) ? part : 'people'
  const Shown = slotOf(shown)
  const place = [space.branch_address, space.branch_city, space.branch_country].filter(Boolean).join(', ')
  return (
    <Pane as={isChosen ? 'main' : 'section'} kind="canvas" onPhone={isChosen} aria-label={space.branch_name}>
      <PaneHeader
        headingLevel={isChosen ? 1 : 2}
        title={space.branch_name}
        subtitle={place || space.branch_description || t(space.is_open_branch ? 'open' : 'closed')}
        back={{ label: t('back'), onPress: () => void navigate('/home/spaces') }}
        actions={
          <>
            <Faces space={space} />
            <SpaceChat branch_id={branch_id} />
            {/* Mate suggests questions about the page that the person comes from. */}
            <LinkButton href="#/chat" size="sm" icon={Compass} className="max-md:hidden">
              {t('askMate')}
            </LinkButton>
            <SpaceActions branch_id={branch_id} />
          </>
        }
      />
      <Tabs
        label={t('parts')}
        value={shown}
        onChange={next =>
          void navigate(`/home/spaces/${branch_id}${next === 'tasks' ? '' : `/${next}`}`, { replace: true })
        }
        tabs={parts
          .filter(isThere)
          .map(id => ({ id, label: t(`part.${id}`), ...(id === 'people' && { count: space.users.length }) }))}
        panelClassName="flex min-h-0 flex-1 flex-col"
      >
        {Shown ? (
          <Suspense fallback={<SkeletonRows label={t('loadingPart')} />}>
            <Shown branch_id={branch_id} />
          </Suspense>
        ) : (
          <PeopleOfSpace space={space} />
        )}
      </Tabs>
    </Pane>
  )
}

/** While the spaces load, where they did not, and for one that does not exist or is closed to this person. */
function Absent({ isChosen, status }: { isChosen: boolean; status: List<Branch>['status'] }) {
  const { t } = useTranslation(['home', 'app'])
  const errorText = useErrorText()
  const { failure, load } = useSpaces()
  return (
    <Pane as={isChosen ? 'main' : 'section'} onPhone={isChosen} aria-label={t('title')}>
      {status === 'failed' ? (
        <LoadFailed
          headingLevel={isChosen ? 1 : 2}
          title={t('failed')}
          text={failure && errorText(failure)}
          retryLabel={t('app:action.tryAgain')}
          onRetry={() => void load()}
        />
      ) : status !== 'ready' ? (
        <SkeletonRows label={t('loading')} />
      ) : (
        <StateBlock
          headingLevel={isChosen ? 1 : 2}
          tone="neutral"
          icon={Lock}
          title={t('gone.title')}
          text={t('gone.text')}
          actions={
            <LinkButton href="#/home/spaces" size="sm">
              {t('gone.all')}
            </LinkButton>
          }
        />
      )}
    </Pane>
  )
}

/** The people of the space, as far as the directory is loaded. */
function usePeople(space: Branch) {
  const people = useDirectory(state => state.items)
  useEffect(() => {
    if (useDirectory.getState().status === 'idle') void useDirectory.getState().load()
  }, [])
  const ids = new Set(space.users.map(({ user_id }) => user_id))
  return people.filter(({ user_id }) => ids.has(user_id))
}

/** How many pictures of people the header shows. */
const faces = 4

function Faces({ space }: { space: Branch }) {
  const people = usePeople(space)
  return (
    <span className="flex -space-x-1.5 max-md:hidden">
      {people.slice(0, faces).map(person => (
        <Avatar
          key={person.user_id}
          id={String(person.user_id)}
          name={person.user_displayname}
          src={person.user_image}
          className="ring-2 ring-surface-1"
        />
      ))}
    </span>
  )
}

function PeopleOfSpace({ space }: { space: Branch }) {
  const { t } = useTranslation(['home', 'app'])
  const people = usePeople(space)
  const { status, roles, load } = useDirectory()
  if (people.length === 0 && status === 'failed')
    return <LoadFailed title={t('peopleFailed')} retryLabel={t('app:action.tryAgain')} onRetry={() => void load()} />
  if (people.length === 0 && status !== 'ready') return <SkeletonRows label={t('loading')} />
  if (people.length === 0) return <StateBlock icon={Users} title={t('nobody')} tone="neutral" />
  return (
    <PaneBody padded>
      <ul className="max-w-text divide-y divide-line rounded-md border border-line bg-surface-1">
        {people.map(person => (
          <li key={person.user_id} className="flex min-h-11 items-center gap-2.5 px-3 py-2">
            <Avatar id={String(person.user_id)} name={person.user_displayname} src={person.user_image} decorative />
            <span className="min-w-0 flex-1 truncate text-sm font-medium">{person.user_displayname}</span>
            <span className="truncate text-xs text-muted">
              {[
                person.org_role !== 'member' && t(`orgRole.${person.org_role}`),
                ...roles.filter(role => person.role_ids.includes(role.role_id)).map(role => role.role_name),
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </PaneBody>
  )
}
