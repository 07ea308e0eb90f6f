import { MapPin, Plus } from 'lucide-react'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsBeside } from '../../platform/beside'
import { MenuActions } from '../../platform/menu-actions'
import { useSession } from '../../platform/session'
import { useShortcut } from '../../platform/shortcuts'
import { useSidebar } from '../../platform/sidebar'
import { usePageTitle } from '../../platform/title'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { lazyComponent } from '../../ui/lazy-component'
import { Menu, type MenuEntry } from '../../ui/menu'
import { Pane, PaneBody, PaneHeader, Panes } from '../../ui/pane'
import { Segmented } from '../../ui/segmented'
import { toast } from '../../ui/toast'
import { useViewport } from '../../ui/use-media'
import { useCan, useDirectory } from '../organisations/store'
import { Details } from './details'
import { FeedLost } from './feed-lost'
import { Grid } from './grid'
import type { Item } from './items'
import { countsOf, type Show } from './items'
import { keyOf, timelineHref } from './keys'
import { readSources } from './last-read'
import { OwnCard } from './own-card'
import { PageDialogs, type Question } from './page-dialogs'
import { Empty, Failed, FilteredOut, NoAccess, SourcesLoading } from './page-states'
import { SourcePane } from './source-pane'
import { useSources } from './store'
import { Unavailable } from './unavailable'
import { type SourcesView, useSourcesView } from './view'

const FoundPicture = lazyComponent(async () => (await import('./found-picture')).FoundPicture)
const FullScreen = lazyComponent(async () => (await import('./full-screen')).FullScreen)

/** The live page of screens and cameras [2.12, 1.8a]. */
export function SourcesPage() {
  const { wanted, picture } = useSourcesView()
  const isBeside = useIsBeside()
  return isBeside && wanted ? <SourcePane source={wanted} picture={picture} /> : <AllSources />
}

function AllSources() {
  const { t } = useTranslation('sources')
  usePageTitle(t('title'))
  const organization = useSession(state => state.organizationId)
  const userId = useSession(state => state.userId)
  const view = useSourcesView()
  const canManage = useCan('feeds.manage_cameras')
  const [question, ask] = useState<Question>(null)
  const [isFullScreen, setFullScreen] = useState(false)
  const viewport = useViewport()
  const isWide = viewport === 'desktop'
  const details = useDetails(isWide)
  const { focused } = view
  useEndedToast(focused)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another workspace has other sources.
  useEffect(() => {
    // Picture addresses in data read long ago have expired.
    void readSources()
    void useDirectory.getState().open()
  }, [organization])

  const group = t('title')
  useShortcut({ keys: 'c', label: t('camera.addTitle'), group, isOn: canManage }, () => ask({ what: 'add' }))
  useShortcut({ keys: 'f', label: t('detail.fullScreen'), group, isOn: focused !== null }, () => setFullScreen(true))
  useShortcut({ keys: 't', label: t('timeline.title'), group, isOn: focused !== null }, () => {
    if (focused) location.hash = timelineHref(focused.source)
  })
  useShortcut({ keys: 'escape', label: t('detail.grid'), group, isOn: view.isFocused && !isFullScreen }, event => {
    // In the details, Escape closes those.
    if (!(event?.target instanceof Element && event.target.closest('aside'))) view.focus(null)
  })
  const closeFullScreen = useCallback(() => setFullScreen(false), [])
  const add = canManage ? () => ask({ what: 'add' }) : null

  return (
    <Panes>
      <Pane as="main" kind="canvas">
        <PaneHeader
          title={t('title')}
          badge={viewport !== 'phone' && <FeedBadge />}
          actions={
            <>
              {isWide && <Filters view={view} />}
              {add && (
                <Button size="sm" icon={Plus} onClick={add} aria-label={t('camera.addTitle')}>
                  {t('camera.short')}
                </Button>
              )}
            </>
          }
        />
        <FeedLost />
        <PaneBody className="flex flex-col gap-3 px-5 py-3.5 max-md:px-4">
          {!isWide && (
            <div className="flex flex-wrap items-center gap-2">
              <Filters view={view} />
            </div>
          )}
          <Content
            view={view}
            onAdd={add}
            details={details}
            // Leaving full screen returns to the previous view.
            onFocus={key => (isFullScreen ? closeFullScreen() : view.focus(key))}
            onFullScreen={() => setFullScreen(true)}
          />
          {view.status === 'ready' && userId !== null && (
            <OwnCard onAccess={() => view.showAccess(keyOf({ kind: 'screen', user_id: userId }))} />
          )}
        </PaneBody>
      </Pane>
      {focused && (
        <Details
          item={focused}
          open={details.isOpen}
          onClose={details.hide}
          onAsk={what => (what === 'access' ? view.showAccess(focused.key) : ask({ what, item: focused }))}
        />
      )}
      <Suspense fallback={null}>
        {view.picture && <FoundPicture id={view.picture} />}
        {focused && isFullScreen && <FullScreen item={focused} onClose={closeFullScreen} />}
      </Suspense>
      <PageDialogs question={question} onClose={() => ask(null)} view={view} />
    </Panes>
  )
}

interface ContentProps {
  view: SourcesView
  onAdd: (() => void) | null
  details: ReturnType<typeof useDetails>
  onFocus: SourcesView['focus']
  onFullScreen: () => void
}

function Content({ view, onAdd, details, onFocus, onFullScreen }: ContentProps) {
  const { status, items, shown, focused, focus } = view
  if (status === 'failed') return <Failed />
  if (status !== 'ready') return <SourcesLoading />
  if (view.isFocused && !focused) return <NoAccess wanted={view.wanted} onBack={() => focus(null)} />
  if (items.length === 0) return <Empty onAdd={onAdd} />
  if (shown.length === 0) return <FilteredOut onClear={view.clear} />
  const visible = shown.filter(item => item.isThere && item.key !== focused?.key)
  return (
    <>
      <Grid
        items={focused ? [focused, ...visible] : visible}
        focused={focused?.key ?? null}
        onFocus={onFocus}
        onFullScreen={onFullScreen}
        onDetails={details.show}
        isDetailsShown={details.isOpen}
      />
      <Unavailable items={shown.filter(item => !item.isThere && item.key !== focused?.key)} onOpen={focus} />
    </>
  )
}

/** Details stay open beside the page, also on the next visit [3.21]; over the page they open on demand. */
function useDetails(isBeside: boolean) {
  const { isSidebarOpen, toggle } = useSidebar()
  const [isOver, setOver] = useState(false)
  return {
    isOpen: isBeside ? isSidebarOpen : isOver,
    show: () => (isBeside ? toggle(true) : setOver(true)),
    hide: () => (isBeside ? toggle(false) : setOver(false)),
  }
}

function FeedBadge() {
  const { t } = useTranslation('sources')
  const feedStatus = useSources(state => state.feedStatus)
  if (feedStatus === 'CONNECTED') {
    return (
      <Badge tone="success" pip="success">
        {t('status.connected')}
      </Badge>
    )
  }
  return feedStatus === 'RECONNECTING' ? (
    <Badge tone="warn" pip="connecting">
      {t('status.reconnecting')}
    </Badge>
  ) : (
    <Badge>{t('status.disconnected')}</Badge>
  )
}

function Filters({ view }: { view: SourcesView }) {
  // Without sources there is nothing to filter.
  if (view.status !== 'ready' || view.items.length === 0) return null
  return (
    <>
      <ShowFilter view={view} />
      <BranchFilter view={view} />
    </>
  )
}

function ShowFilter({ view }: { view: SourcesView }) {
  const { t } = useTranslation('sources')
  const counts = countsOf(view.items, view.filter.branchId)
  const option = (value: Show) => ({ value, label: t(`filter.${value}`, { number: counts[value] }) })
  return (
    <Segmented<Show>
      label={t('filter.label')}
      options={[option('all'), option('screens'), option('cameras')]}
      value={view.filter.show}
      onChange={view.showOnly}
    />
  )
}

function BranchFilter({ view }: { view: SourcesView }) {
  const { t } = useTranslation('sources')
  const branches = useDirectory(state => state.branches)
  const { branchId } = view.filter
  if (branches.length < 2) return null
  const name = branches.find(branch => branch.id === branchId)?.branch_name ?? t('filter.allBranches')
  const entries: MenuEntry[] = [
    {
      kind: 'choice',
      label: t('filter.branch'),
      options: [
        { label: t('filter.allBranches'), checked: branchId === null, onSelect: () => view.inBranch(null) },
        ...branches.map(branch => ({
          label: branch.branch_name,
          checked: branch.id === branchId,
          onSelect: () => view.inBranch(branch.id),
        })),
      ],
    },
  ]
  return (
    <>
      <Menu label={t('filter.branch')} align="end" entries={entries}>
        {trigger => (
          <Button size="sm" icon={MapPin} {...trigger} aria-label={`${t('filter.branch')}: ${name}`}>
            <span className="truncate">{name}</span>
          </Button>
        )}
      </Menu>
      <MenuActions entries={entries} group={t('title')} />
    </>
  )
}

/** Tells viewers of a screen that its owner stopped sharing it. */
function useEndedToast(focused: Item | null): void {
  const { t } = useTranslation('sources')
  const before = useRef<{ key: string; isThere: boolean } | null>(null)
  useEffect(() => {
    const last = before.current
    before.current = focused && { key: focused.key, isThere: focused.isThere }
    if (focused?.kind !== 'screen' || focused.isOwn || last?.key !== focused.key) return
    if (last.isThere && !focused.isThere) toast.info(t('unavailable.ended', { name: focused.name }))
  }, [focused, t])
}
