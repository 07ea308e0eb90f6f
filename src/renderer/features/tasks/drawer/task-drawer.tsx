import { Archive, ArchiveRestore, ChevronDown, Ellipsis, History, Link2, Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#shared/contract/tasks/task'
import { nextStatuses } from '#shared/rules/task-status'
import { useErrorText } from '../../../i18n/texts'
import { MenuActions } from '../../../platform/menu-actions'
import { useAction, useShortcut } from '../../../platform/shortcuts'
import { useSidebar } from '../../../platform/sidebar'
import { Drawer } from '../../../ui/drawer'
import { IconButton } from '../../../ui/icon-button'
import { LoadFailed } from '../../../ui/load-failed'
import { Menu, type MenuEntry } from '../../../ui/menu'
import { SkeletonRows } from '../../../ui/skeleton'
import { StateBlock } from '../../../ui/state-block'
import { toast } from '../../../ui/toast'
import { StatusBadge } from '../parts'
import { useTasks } from '../store'
import { useChangeTasks } from '../use-task-actions'
import { Comments } from './comments'
import { Composer } from './composer'
import { Facts } from './facts'
import { HistoryDialog } from './history-dialog'

interface Props {
  /** Null while none is open. */
  task_id: number | null
  onClose: () => void
}

/** The details of a task beside a list or a board, and its comments. */
export function TaskDrawer({ task_id, onClose }: Props) {
  const { t } = useTranslation('tasks')
  const task = useTask(task_id)?.task
  useShortcut({ keys: 'escape', label: t('close'), group: t('task'), isOn: task_id !== null }, onClose)
  return (
    <Drawer
      open={task_id !== null}
      onClose={onClose}
      title={t('details')}
      closeLabel={t('close')}
      badge={task && <StatusMenu task={task} />}
      actions={task && <TaskActions task={task} />}
    >
      {task_id !== null && <TaskDetails key={task_id} task_id={task_id} />}
    </Drawer>
  )
}

export function useTask(task_id: number | null) {
  const opened = useTasks(state => (task_id === null ? undefined : state.opened[task_id]))
  useEffect(() => {
    if (task_id !== null) void useTasks.getState().read(task_id)
  }, [task_id])
  const isThere = opened?.task != null
  useEffect(() => {
    if (isThere && task_id !== null) useSidebar.getState().selectTask(task_id)
  }, [isThere, task_id])
  return opened
}

/** The status of a task, and where it can go from there. */
export function StatusMenu({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const change = useChangeTasks()
  const entries = nextStatuses(task.status).map(status => ({
    label: t(`status.${status}`),
    needsServer: true,
    onSelect: () => void change([task], { status }),
  }))
  return (
    <>
      <Menu label={t('column.status')} entries={entries}>
        {trigger => (
          <button
            {...trigger}
            type="button"
            aria-label={t('changeStatus', { status: t(`status.${task.status}`) })}
            className="flex min-h-6 items-center gap-0.5 rounded-full pointer-coarse:min-h-touch"
          >
            <StatusBadge status={task.status} />
            <ChevronDown size={13} className="text-muted" />
          </button>
        )}
      </Menu>
      <MenuActions entries={entries} group={t('task')} of={t('column.status')} />
    </>
  )
}

export function TaskActions({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const change = useChangeTasks()
  const isArchived = task.archived_at !== null
  const [hasHistory, showHistory] = useState(false)
  const copy = () =>
    void navigator.clipboard
      .writeText(new URL(`#/tasks/${task.id}`, location.href).href)
      .then(() => toast.success(t('copied')))
  useAction({ label: t('copyLink'), group: t('task') }, copy)
  const entries: MenuEntry[] = [
    { label: t('history.title'), icon: History, onSelect: () => showHistory(true) },
    {
      label: t(isArchived ? 'unarchive' : 'archive'),
      icon: isArchived ? ArchiveRestore : Archive,
      needsServer: true,
      onSelect: () => void change([task], { archived: !isArchived }),
    },
  ]
  return (
    <span className="flex items-center gap-0.5">
      <IconButton icon={Link2} label={t('copyLink')} onClick={copy} />
      <Menu label={t('actions')} align="end" entries={entries}>
        {trigger => <IconButton {...trigger} icon={Ellipsis} label={t('actions')} />}
      </Menu>
      <MenuActions entries={entries} group={t('task')} />
      {hasHistory && <HistoryDialog task_id={task.id} onClose={() => showHistory(false)} />}
    </span>
  )
}

/** The facts and comments of a task, as the drawer and its own page show them. */
export function TaskDetails({ task_id }: { task_id: number }) {
  const { t } = useTranslation(['tasks', 'app'])
  const errorText = useErrorText()
  const opened = useTasks(state => state.opened[task_id])
  if (opened?.task)
    return (
      <div className="flex flex-col gap-4">
        <Facts task={opened.task} />
        <Comments task={opened.task} />
        <Composer task={opened.task} />
      </div>
    )
  if (opened?.status !== 'failed') return <SkeletonRows label={t('loading')} rows={3} />
  if (opened.failure?.code === 'task.not_found')
    return <StateBlock tone="neutral" icon={Lock} title={t('gone.title')} text={t('gone.text')} />
  return (
    <LoadFailed
      title={t('failed')}
      text={opened.failure && errorText(opened.failure)}
      retryLabel={t('app:action.tryAgain')}
      onRetry={() => void useTasks.getState().read(task_id)}
    />
  )
}
