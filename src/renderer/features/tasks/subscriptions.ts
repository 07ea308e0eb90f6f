import { TaskCard } from '#shared/contract/tasks/task'
import { onEvent, onResync, reloadOn } from '../../platform/live'
import { useComments } from './comments-store'
import { cardOf, refreshBoards, useMyArchive, useMyDone, useMyTasks, useTasks } from './store'

/** Updates tasks and comments when others change them. Called once. */
export function followTasks(): void {
  onEvent('task.changed', ({ task }) => {
    const card = TaskCard.safeParse(task)
    if (card.success) useTasks.getState().put(card.data)
  })
  onEvent('task.removed', ({ task_id }) => useTasks.getState().forget(task_id))
  // Columns and their numbers, and the fields that cards do not show, are read from the server.
  reloadOn(
    'task.changed',
    ({ task }) => refreshBoards(TaskCard.safeParse(task).data?.branch_id),
    ({ task }) => TaskCard.safeParse(task).data?.branch_id,
  )
  reloadOn(
    'task.changed',
    ({ task_id }) => void useTasks.getState().read(task_id),
    ({ task_id }) => (useTasks.getState().opened[task_id] ? task_id : undefined),
  )
  reloadOn(
    'comment.changed',
    ({ task_id }) => void useComments.getState().refresh(task_id),
    ({ task_id }) => task_id,
  )
  // Rights decide which tasks are visible.
  reloadOn(['branch.changed', 'role.changed', 'member.changed'], reloadAll)
  onResync(reloadAll)
}

function reloadAll(): void {
  for (const list of [useMyTasks, useMyDone, useMyArchive])
    if (list.getState().status !== 'idle') void list.getState().refresh()
  refreshBoards()
  for (const id of Object.keys(useTasks.getState().opened))
    if (cardOf(Number(id))) void useTasks.getState().read(Number(id))
  for (const id of Object.keys(useComments.getState().lists)) void useComments.getState().refresh(Number(id))
}
