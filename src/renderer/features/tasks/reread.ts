import { listBranchTasks, listMyTasks, TaskGrouping, tasksByIds } from '#shared/contract/tasks/endpoints'
import { listViews } from '#shared/contract/tasks/views'
import { call } from '../../platform/api'
import { account } from '../../platform/guest'
import { reread } from '../../platform/list-copies'
import { offlineCopies } from '../../platform/offline-copies'
import { taskCopy, taskOfCopy, viewsCopy, viewsOfCopy } from './last-read'
import { boardCopy, myCopy, myLists, useBoards } from './store'

/** Reads copied tasks and boards anew, except those on screen, which are loaded anew by themselves. */
export async function rereadTasks(): Promise<void> {
  const owner = account()
  const copies = (await offlineCopies.list().catch(() => [])).filter(copy => copy.account === owner)
  for (const [shown, list] of Object.entries(myLists))
    if (list.getState().status === 'idle')
      await reread(myCopy(shown), () =>
        call(listMyTasks, shown === 'archived' ? { is_archive: true } : { status: shown === 'done' ? 'done' : 'open' }),
      )
  for (const branch_id of copies.map(({ name }) => viewsOfCopy(name)))
    if (branch_id !== undefined && account() === owner)
      await reread(viewsCopy(branch_id), () => call(listViews, { branch_id }))
  for (const { name } of copies) {
    const [kind, branch, grouping] = name.split('.')
    const group_by = TaskGrouping.safeParse(grouping)
    if (kind !== 'board' || !group_by.success) continue
    const of = { branch_id: Number(branch), group_by: group_by.data, is_archive: false }
    if (useBoards.getState().lists[JSON.stringify([of.branch_id, of.group_by, '', false])]) continue
    await reread(boardCopy(of), async () => {
      const outcome = await call(listBranchTasks, of)
      return outcome.ok ? { ...outcome, data: outcome.data.groups } : outcome
    })
  }
  const task_ids = [...new Set(copies.flatMap(({ name }) => taskOfCopy(name) ?? []))]
  if (task_ids.length === 0 || account() !== owner) return
  const outcome = await call(tasksByIds, { task_ids })
  if (!outcome.ok || account() !== owner) return
  const left = new Set(outcome.data.map(({ id }) => id))
  for (const task_id of task_ids) if (!left.has(task_id)) await offlineCopies.drop(taskCopy(task_id))
}
