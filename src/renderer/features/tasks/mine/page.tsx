import { CloudAlert, ListChecks, Plus, RefreshCw, SlidersHorizontal, Sparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { TaskCard } from '#shared/contract/tasks/task'
import { useErrorText } from '../../../i18n/texts'
import { useFormat } from '../../../platform/format'
import { useSession } from '../../../platform/session'
import { useShortcut } from '../../../platform/shortcuts'
import { usePageTitle } from '../../../platform/title'
import { Button, LinkButton } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { LoadMore } from '../../../ui/load-more'
import { Menu } from '../../../ui/menu'
import { Pane, PaneBody, PaneHeader, Panes } from '../../../ui/pane'
import { Segmented } from '../../../ui/segmented'
import { SkeletonRows } from '../../../ui/skeleton'
import { StateBlock } from '../../../ui/state-block'
import { QuickAdd } from '../add/quick-add'
import { WaitingTasks } from '../add/waiting-tasks'
import { Board, type Lane } from '../board/board'
import { type Fields, statuses } from '../cards'
import { TaskDrawer } from '../drawer/task-drawer'
import { useMyArchive, useMyDone, useMyTasks, useSelection, useTaskView } from '../store'
import { useOpenTask } from '../use-open-task'
import { useChangeTasks } from '../use-task-actions'
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
  const { task_id, open } = useOpenTask()
  const [params, setParams] = useSearchParams()
  const isArchive = params.get('show') === 'archive'
  const [isAdding, setAdding] = useState(false)
  const list = isArchive ? useMyArchive : useMyTasks
  const { items, status, failure } = list()
  useEffect(() => {
    void list.getState().open()
    if (!isArchive) void useMyDone.getState().open()
    return () => useSelection.getState().clear()
  }, [list, isArchive])
  useShortcut({ keys: 'c', label: t('newTask'), group: t('title') }, () => setAdding(true))
  const done = useDoneToday()
  const showArchive = (is: boolean) => setParams(is ? { show: 'archive' } : {}, { replace: true })
  const isRefused = failure?.code === 'plan.required'

  return (
    <Panes>
      <Pane as="main" kind={view === 'board' && !isArchive ? 'canvas' : 'content'}>
        <PaneHeader
          title={t('title')}
          actions={
            !isRefused && (
              <>
                {!isArchive && (
                  <Segmented
                    label={t('showAs')}
                    value={view}
                    options={[
                      { value: 'list', label: t('list') },
                      { value: 'board', label: t('board') },
                    ]}
                    onChange={value => useTaskView.getState().show(value)}
                    className="max-md:hidden"
                  />
                )}
                <Menu
                  label={t('filter')}
                  align="end"
                  entries={[
                    {
                      kind: 'choice',
                      label: t('shown'),
                      options: [
                        { label: t('shownOpen'), checked: !isArchive, onSelect: () => showArchive(false) },
                        { label: t('shownArchive'), checked: isArchive, onSelect: () => showArchive(true) },
                      ],
                    },
                  ]}
                >
                  {trigger => <IconButton {...trigger} icon={SlidersHorizontal} label={t('filter')} />}
                </Menu>
                <Button
                  size="sm"
                  variant="primary"
                  icon={Plus}
                  aria-label={t('newTask')}
                  onClick={() => setAdding(true)}
                >
                  {t('add')}
                </Button>
              </>
            )
          }
        />
        <BulkBar tasks={isArchive ? items : [...items, ...done]} isArchive={isArchive} />
        <WaitingTasks />
        {items.length > 0 || (status === 'ready' && done.length > 0 && !isArchive) ? (
          <Content
            isArchive={isArchive}
            isBoard={view === 'board' && !isArchive}
            done={done}
            openTask={task_id}
            onOpen={open}
          />
        ) : (
          <State isArchive={isArchive} onAdd={() => setAdding(true)} />
        )}
      </Pane>
      <TaskDrawer task_id={task_id} onClose={() => open(null)} />
      {isAdding && <AddMine onClose={() => setAdding(false)} />}
    </Panes>
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
  openTask: number | null
  onOpen: (task_id: number | null) => void
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

/** What is shown while there are no tasks. */
function State({ isArchive, onAdd }: { isArchive: boolean; onAdd: () => void }) {
  const { t } = useTranslation(['tasks', 'app'])
  const errorText = useErrorText()
  const list = isArchive ? useMyArchive : useMyTasks
  const { status, failure } = list()
  if (failure?.code === 'plan.required')
    return (
      <StateBlock
        icon={Sparkles}
        title={t('premium.title')}
        text={t('premium.text')}
        actions={
          <LinkButton size="sm" href="#/home/spaces">
            {t('premium.home')}
          </LinkButton>
        }
      />
    )
  if (status === 'failed')
    return (
      <StateBlock
        tone="danger"
        icon={CloudAlert}
        title={t('failed')}
        text={failure && errorText(failure)}
        actions={
          <Button size="sm" variant="primary" icon={RefreshCw} onClick={() => void list.getState().load()}>
            {t('app:action.tryAgain')}
          </Button>
        }
      />
    )
  if (status !== 'ready') return <SkeletonRows label={t('loading')} />
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
