import { ChevronDown, House } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '#shared/contract/dashboard/endpoints'
import { hour } from '#shared/limits'
import { useErrorText } from '../../i18n/texts'
import { browserClock, type Clock } from '../../platform/clock'
import { onEvent, onResync } from '../../platform/live'
import { choiceEntry, MenuActions } from '../../platform/menu-actions'
import { useSession } from '../../platform/session'
import { usePageTitle } from '../../platform/title'
import { Button } from '../../ui/button'
import { LoadFailed } from '../../ui/load-failed'
import { Menu, type MenuEntry } from '../../ui/menu'
import { Pane, PaneBody, PaneHeader, Panes } from '../../ui/pane'
import { Segmented } from '../../ui/segmented'
import { Loading, Skeleton } from '../../ui/skeleton'
import { useViewport } from '../../ui/use-media'
import { useSpaces } from '../home/store'
import { useCan } from '../organisations/store'
import { Attention } from './attention'
import { HeatCard } from './heat-card'
import { useLatePlans } from './late-plans'
import { ListDrawer, useListTitle } from './list-drawer'
import { LogsCard } from './logs-card'
import { attentionNames, nowNames, tileNames } from './names'
import { NowCard } from './now-card'
import { NumberTile } from './number-tile'
import { type DashboardQuery, useDashboard } from './store'
import { useTeamOf } from './team'
import { type Span, useDashboardQuery } from './use-dashboard-query'
import { WhoCard } from './who-card'

/** The numbers of the workspace [2.13]. */
export function DashboardPage({ clock = browserClock }: { clock?: Clock }) {
  const { t } = useTranslation('dashboard')
  usePageTitle(t('title'))
  // Other workspaces, perhaps chosen in another tab, reuse ids.
  const organizationId = useSession(state => state.organizationId)
  return <DashboardPanes key={organizationId} clock={clock} />
}

function DashboardPanes({ clock }: { clock: Clock }) {
  const { t } = useTranslation('dashboard')
  const { span, branch, list, query, show, open, close } = useDashboardQuery()
  const numbers = useDashboard(state => state.items[0])
  const isPhone = useViewport() === 'phone'
  useNumbers(query, clock)
  const counted = useCountedSpaces()
  const spaces = useMemo(
    () => (branch !== null ? counted.spaces.filter(({ id }) => id === branch) : counted.isAll ? null : counted.spaces),
    [branch, counted.isAll, counted.spaces],
  )
  useTeamOf(spaces, branch !== null, clock)
  const spans = {
    label: t('span.label'),
    value: span,
    options: (['today', 'week', 'month'] as const).map(value => ({ value, label: t(`span.${value}`) })),
    onChange: (value: Span) => show({ span: value }),
  }
  const spanChoice = <Segmented {...spans} />
  return (
    <Panes>
      <Pane as="main" kind="canvas">
        <MenuActions entries={[choiceEntry(spans)]} group={t('title')} />
        <PaneHeader
          title={t('title')}
          actions={
            <>
              {!isPhone && spanChoice}
              <SpaceChoice branch={branch} onChange={chosen => show({ branch: chosen })} />
            </>
          }
        />
        <PaneBody>
          {isPhone && <div className="px-4 pt-3">{spanChoice}</div>}
          {numbers ? <Numbers {...{ numbers, open }} /> : <State />}
        </PaneBody>
      </Pane>
      <ListDrawer list={list} query={query} onClose={close} />
    </Panes>
  )
}

/** Events after which numbers may be others. */
const changes = [
  'log.added',
  'task.changed',
  'task.removed',
  'job.run_changed',
  'job.changed',
  'job.deleted',
  'job.logbook_changed',
  'camera.changed',
  'camera.deleted',
  'screen.started',
  'screen.stopped',
  'access.requested',
  'access.request_answered',
] as const

/** Numbers are counted anew this long after a change; several changes until then count once. */
const recountDelay = 5_000

/** Loads the numbers, and counts them anew after changes while the page is open. */
function useNumbers(query: DashboardQuery, clock: Clock): void {
  useEffect(() => {
    void useDashboard.getState().search(query)
  }, [query])
  useEffect(() => {
    if (useSpaces.getState().status === 'idle') void useSpaces.getState().load()
    let cancel: (() => void) | null = null
    const recount = () => void useDashboard.getState().refresh()
    const later = () => {
      cancel ??= clock.after(recountDelay * (1 + clock.random()), () => {
        cancel = null
        recount()
      })
    }
    const ends = [onEvent(changes, later), onResync(recount)]
    return () => {
      cancel?.()
      for (const end of ends) end()
    }
  }, [clock])
}

/** The spaces whose numbers the person sees: without `dashboard.see_all` their own, or the primary one [D2]. */
function useCountedSpaces() {
  const isAll = useCan('dashboard.see_all')
  const userId = useSession(state => state.userId)
  const all = useSpaces(state => state.items)
  return useMemo(() => {
    if (isAll) return { spaces: all, isAll }
    const own = all.filter(({ users }) => users.some(({ user_id }) => user_id === userId))
    return { spaces: own.length > 0 ? own : all.filter(space => space.is_primary_branch), isAll }
  }, [all, isAll, userId])
}

function SpaceChoice({ branch, onChange }: { branch: number | null; onChange: (branch: number | null) => void }) {
  const { t } = useTranslation('dashboard')
  const { spaces, isAll } = useCountedSpaces()
  const all = t(isAll ? 'allSpaces' : 'ownSpaces')
  const name = spaces.find(({ id }) => id === branch)?.branch_name ?? all
  const entries: MenuEntry[] = [
    {
      kind: 'choice',
      label: t('space'),
      options: [
        { label: all, checked: branch === null, onSelect: () => onChange(null) },
        ...spaces.map(({ id, branch_name }) => ({
          label: branch_name,
          checked: branch === id,
          onSelect: () => onChange(id),
        })),
      ],
    },
  ]
  return (
    <>
      <MenuActions entries={entries} group={t('title')} />
      <Menu label={t('space')} align="end" entries={entries}>
        {trigger => (
          <Button {...trigger} size="sm" icon={House} trailingIcon={ChevronDown}>
            {name}
          </Button>
        )}
      </Menu>
    </>
  )
}

function Numbers({ numbers, open }: { numbers: Dashboard } & Pick<ReturnType<typeof useDashboardQuery>, 'open'>) {
  const { t } = useTranslation('dashboard')
  const listTitle = useListTitle()
  const { tiles, lists, starts, to, before } = numbers
  const latePlans = useLatePlans()
  const [first = to, second = to] = starts
  const isByHour = Date.parse(second) - Date.parse(first) <= hour
  const logs = tiles.find(({ name }) => name === 'logs_written')
  return (
    <div className="mx-auto grid max-w-[1440px] grid-cols-12 gap-3 p-5 max-md:p-4">
      <MenuActions
        entries={[
          ...tileNames.flatMap(name =>
            tiles.some(tile => tile.name === name)
              ? [
                  { label: t(`tile.${name}`), onSelect: () => open(name) },
                  { label: t('earlier', { name: t(`tile.${name}`) }), onSelect: () => open(name, before) },
                ]
              : [],
          ),
          ...[...attentionNames, ...nowNames].flatMap(name =>
            lists.some(list => list.name === name && list.total > 0)
              ? [{ label: listTitle(name), onSelect: () => open(name) }]
              : [],
          ),
        ]}
        group={t('title')}
      />
      <Attention lists={lists} latePlans={latePlans} onOpen={name => open(name)} />
      <div className="col-span-full grid grid-cols-4 gap-3 max-xl:grid-cols-2">
        {tileNames.map(name => {
          const tile = tiles.find(candidate => candidate.name === name)
          return (
            tile && (
              <NumberTile
                key={name}
                {...{ name, tile }}
                parts={starts.length}
                onOpen={() => open(name)}
                onOpenBefore={() => open(name, before)}
              />
            )
          )
        })}
      </div>
      {logs && (
        <>
          <LogsCard
            {...{ tile: logs, starts, end: to, isByHour }}
            onOpen={(from, end) => open('logs_written', { from, to: end })}
          />
          <HeatCard
            {...{ tile: logs, starts, end: to, isByHour }}
            onOpen={(parent, from, end) => open('logs_written', { parent, from, to: end })}
            onOpenAll={() => open('logs_written')}
          />
        </>
      )}
      {nowNames.map(name => {
        const list = lists.find(candidate => candidate.name === name)
        return list && <NowCard key={name} {...{ name, list }} onOpen={() => open(name)} />
      })}
      <WhoCard />
    </div>
  )
}

/** What is shown while there are no numbers. */
function State() {
  const { t } = useTranslation(['dashboard', 'app'])
  const errorText = useErrorText()
  const { status, failure } = useDashboard()
  if (status === 'failed')
    return (
      <LoadFailed
        title={t('failed')}
        text={failure && errorText(failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useDashboard.getState().load()}
      />
    )
  return (
    <Loading label={t('loading')} className="grid grid-cols-12 gap-3 p-5 max-md:p-4">
      <Skeleton height={96} className="col-span-full rounded-lg" />
      <div className="col-span-full grid grid-cols-4 gap-3 max-xl:grid-cols-2">
        {tileNames.map(name => (
          <Skeleton key={name} height={104} className="rounded-lg" />
        ))}
      </div>
      <Skeleton height={320} className="col-span-7 rounded-lg max-xl:col-span-full" />
      <Skeleton height={320} className="col-span-5 rounded-lg max-xl:col-span-full" />
    </Loading>
  )
}
