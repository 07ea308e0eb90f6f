import { ListChecks, Plus, Search, SearchX, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { view as limits } from '#shared/contract/tasks/limits'
import type { TaskCard } from '#shared/contract/tasks/task'
import type { ViewSettings } from '#shared/contract/tasks/views'
import { useErrorText } from '../../../i18n/texts'
import { useFormat } from '../../../platform/format'
import { MenuActions } from '../../../platform/menu-actions'
import { useSession } from '../../../platform/session'
import { useAction, useShortcut } from '../../../platform/shortcuts'
import { usePageTitle } from '../../../platform/title'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { IconButton } from '../../../ui/icon-button'
import { LoadFailed } from '../../../ui/load-failed'
import { LoadMore } from '../../../ui/load-more'
import { Menu, type MenuEntry } from '../../../ui/menu'
import { Pane, PaneBody, PaneHeader, Panes } from '../../../ui/pane'
import { Segmented } from '../../../ui/segmented'
import { SkeletonRows } from '../../../ui/skeleton'
import { StateBlock } from '../../../ui/state-block'
import { PlanNeeded } from '../../organisations/slots'
import { QuickAdd } from '../add/quick-add'
import { WaitingTasks } from '../add/waiting-tasks'
import { Board, type Lane } from '../board/board'
import { type Fields, statuses } from '../cards'
import { TaskDrawer } from '../drawer/task-drawer'
import { OpenItemsList } from '../items/open-items'
import { useLoadStatus, useMyArchive, useMyDone, useMyTasks, useSelection, useTaskView } from '../store'
import { useFilter } from '../use-filter'
import { useOpenTask } from '../use-open-task'
import { useChangeTasks } from '../use-task-actions'
import { ViewsMenu } from '../views/views-menu'
import { BulkBar } from './bulk-bar'
import { TaskRows } from './rows'

/** The tasks of the signed-in person, in all spaces [2.8]. */
export function MyTasksPage() {
  const { t } = useTranslation('tasks')
  usePageTitle(t('title'))
  // Other workspaces, perhaps chosen in another tab, reuse ids.
  const organizationId = useSession(state => state.organizationId)
  return <MyTasks key={organizationId} />
}

function MyTasks() {
  const { t } = useTranslation('tasks')
  const view = useTaskView(state => state.mine)
  const { task_id, marked, open } = useOpenTask()
  const [params, setParams] = useSearchParams()
  const isItems = params.get('show') === 'items'
  const [isAdding, setAdding] = useState(false)
  const { query: written, isArchive, filter } = useFilter()
  const query = written.trim().slice(0, limits.queryLength)
  const [isFiltering, setFiltering] = useState(written !== '')
  const list = isArchive ? useMyArchive : useMyTasks
  const { items } = list()
  useEffect(() => {
    openWith(list, query)
    if (!isArchive) openWith(useMyDone, query)
    return () => useSelection.getState().clear()
  }, [list, isArchive, query])
  useShortcut({ keys: 'c', label: t('newTask'), group: t('title') }, () => setAdding(true))
  const done = useDoneToday()
  const showItems = () => setParams({ show: 'items' }, { replace: true })
  const apply = (settings: ViewSettings) => {
    useTaskView.getState().show(settings.layout)
    setFiltering(settings.query !== '')
    filter({ query: settings.query, isArchive: settings.is_archive })
  }
  const isRefused = useLoadStatus(state => state.tasks) === 402
  useAction({ label: t(isArchive ? 'shownOpen' : 'shownArchive'), group: t('title'), isOn: !isRefused }, () =>
    filter({ isArchive: !isArchive }),
  )
  useAction({ label: t('openItems.title'), group: t('title'), isOn: !isRefused && !isItems }, showItems)

  return (
    <Panes>
      <Pane as="main" kind={view === 'board' && !isArchive ? 'canvas' : 'content'}>
        <PaneHeader
          title={t(isItems ? 'openItems.title' : 'title')}
          actions={
            !isRefused && (
              <HeaderActions
                shown={isItems ? 'items' : isArchive ? 'archive' : 'open'}
                settings={{ layout: view, group_by: 'statuswise', query, is_archive: isArchive }}
                onApply={apply}
                onFilter={() => setFiltering(true)}
                onShow={shown => (shown === 'items' ? showItems() : filter({ isArchive: shown === 'archive' }))}
                onAdd={() => setAdding(true)}
              />
            )
          }
        />
        {isFiltering && !isRefused && !isItems && (
          <FilterField
            value={written}
            onChange={next => filter({ query: next })}
            onClose={() => {
              filter({ query: '' })
              setFiltering(false)
            }}
          />
        )}
        <BulkBar tasks={isArchive ? items : [...items, ...done]} isArchive={isArchive} />
        <WaitingTasks />
        {isItems && !isRefused ? (
          <OpenItemsList />
        ) : (
          <Body
            isArchive={isArchive}
            isBoard={view === 'board' && !isArchive}
            done={done}
            openTask={marked}
            onOpen={open}
            onAdd={() => setAdding(true)}
            onClear={query === '' ? null : () => filter({ query: '' })}
          />
        )}
      </Pane>
      <TaskDrawer task_id={task_id} onClose={() => open(null)} />
      {isAdding && <AddMine onClose={() => setAdding(false)} />}
    </Panes>
  )
}

type Shown = 'open' | 'archive' | 'items'

interface HeaderActionsProps {
  shown: Shown
  settings: ViewSettings
  onApply: (settings: ViewSettings) => void
  onFilter: () => void
  onShow: (shown: Shown) => void
  onAdd: () => void
}

function HeaderActions({ shown, settings, onApply, onFilter, onShow, onAdd }: HeaderActionsProps) {
  const { t } = useTranslation('tasks')
  const choices: readonly [Shown, string][] = [
    ['open', t('shownOpen')],
    ['archive', t('shownArchive')],
    ['items', t('openItems.title')],
  ]
  const entries: MenuEntry[] = [
    { label: t('filterTasks'), icon: Search, onSelect: onFilter },
    { kind: 'separator' },
    {
      kind: 'choice',
      label: t('shown'),
      options: choices.map(([which, label]) => ({
        label,
        checked: which === shown,
        onSelect: () => onShow(which),
      })),
    },
  ]
  return (
    <>
      {shown === 'open' && (
        <Segmented
          label={t('showAs')}
          value={settings.layout}
          options={[
            { value: 'list', label: t('list') },
            { value: 'board', label: t('board') },
          ]}
          onChange={value => useTaskView.getState().show(value)}
          className="max-md:hidden"
        />
      )}
      <ViewsMenu branch_id={null} settings={settings} onApply={onApply} isSmall />
      <Menu label={t('filter')} align="end" entries={entries}>
        {trigger => <IconButton {...trigger} icon={SlidersHorizontal} label={t('filter')} />}
      </Menu>
      <MenuActions entries={entries} group={t('title')} />
      <Button size="sm" variant="primary" icon={Plus} aria-label={t('newTask')} onClick={onAdd}>
        {t('add')}
      </Button>
    </>
  )
}

/** Loads a list for the words of the filter. */
function openWith(list: typeof useMyTasks, query: string): void {
  const { query: shown, search, open } = list.getState()
  if (shown === query) void open()
  else void search(query)
}

interface FilterFieldProps {
  value: string
  onChange: (value: string) => void
  onClose: () => void
}

/** The field below the header that filters the tasks. */
function FilterField({ value, onChange, onClose }: FilterFieldProps) {
  const { t } = useTranslation('tasks')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current?.value === '') field.current.focus()
  }, [])
  return (
    <div className="flex shrink-0 items-center gap-2 border-b border-line px-5 py-2 max-md:px-4">
      <TextField
        ref={field}
        type="search"
        label={t('filterTasks')}
        hideLabel
        placeholder={t('filterTasks')}
        icon={Search}
        quiet
        value={value}
        onChange={event => onChange(event.target.value)}
        className="w-[280px] max-md:flex-1"
      />
      <IconButton icon={X} label={t('clearFilter')} onClick={onClose} />
    </div>
  )
}

/** Adds a task for oneself. */
function AddMine({ onClose }: { onClose: () => void }) {
  const me = useSession(state => state.userId)
  return <QuickAdd fields={me === null ? {} : { assignees: [me] }} onClose={onClose} />
}

function useDoneToday(): readonly TaskCard[] {
  const format = useFormat()
  const done = useMyDone(state => state.items)
  return done.filter(task => task.done_at !== null && format.daysAgo(task.done_at) === 0)
}

interface ContentProps {
  isArchive: boolean
  isBoard: boolean
  done: readonly TaskCard[]
  /** The task that is open, or was last. */
  openTask: number | null
  onOpen: (task_id: number | null) => void
}

/** The tasks, or what is shown while there are none. */
function Body({ onAdd, onClear, ...content }: ContentProps & Pick<StateProps, 'onAdd' | 'onClear'>) {
  const { isArchive, done } = content
  const list = isArchive ? useMyArchive : useMyTasks
  const { items, status } = list()
  const isShown = items.length > 0 || (status === 'ready' && done.length > 0 && !isArchive)
  return isShown ? <Content {...content} /> : <State isArchive={isArchive} onAdd={onAdd} onClear={onClear} />
}

function Content({ isArchive, isBoard, done, openTask, onOpen }: ContentProps) {
  const { t } = useTranslation('tasks')
  const list = isArchive ? useMyArchive : useMyTasks
  const { items, more, next } = list()
  if (isBoard) return <MyBoard tasks={[...items, ...done]} openTask={openTask} onOpen={onOpen} />
  return (
    <PaneBody>
      <TaskRows tasks={items} done={isArchive ? null : done} openTask={openTask} onOpen={onOpen} isPlain={isArchive} />
      <LoadMore
        label={t('more')}
        failedText={t('moreFailed')}
        state={more}
        next={next}
        onMore={list.getState().loadMore}
      />
    </PaneBody>
  )
}

function MyBoard({
  tasks,
  openTask,
  onOpen,
}: { tasks: readonly TaskCard[] } & Pick<ContentProps, 'openTask' | 'onOpen'>) {
  const { t } = useTranslation('tasks')
  const change = useChangeTasks()
  const lanes = statuses.map((status): Lane => {
    const some = tasks.filter(task => task.status === status)
    return { id: status, name: t(`status.${status}`), tasks: some, count: some.length, onMore: null }
  })
  return (
    <Board
      label={t('boardOf')}
      lanes={lanes}
      columns={lanes}
      openTask={openTask}
      isStatusShown={false}
      onOpen={onOpen}
      onMove={(card, _from, to) => void change([card], { status: to } as Fields)}
    />
  )
}

interface StateProps {
  isArchive: boolean
  onAdd: () => void
  /** Null without a filter. */
  onClear: (() => void) | null
}

/** What is shown while there are no tasks. */
function State({ isArchive, onAdd, onClear }: StateProps) {
  const { t } = useTranslation(['tasks', 'app'])
  const errorText = useErrorText()
  const list = isArchive ? useMyArchive : useMyTasks
  const { status, failure } = list()
  if (failure?.code === 'plan.required') return <PlanNeeded title={t('premium.title')} text={t('premium.text')} />
  if (status === 'failed')
    return (
      <LoadFailed
        title={t('failed')}
        text={failure && errorText(failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void list.getState().load()}
      />
    )
  if (status !== 'ready') return <SkeletonRows label={t('loading')} />
  if (onClear)
    return (
      <StateBlock
        tone="neutral"
        icon={SearchX}
        title={t('nothingFound')}
        actions={
          <Button size="sm" onClick={onClear}>
            {t('clearFilter')}
          </Button>
        }
      />
    )
  return (
    <StateBlock
      icon={ListChecks}
      title={t(isArchive ? 'emptyArchive.title' : 'empty.title')}
      text={t(isArchive ? 'emptyArchive.text' : 'empty.text')}
      actions={
        !isArchive && (
          <Button size="sm" icon={Plus} onClick={onAdd}>
            {t('newTask')}
          </Button>
        )
      }
    />
  )
}
