import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { countBranchTasks } from '#shared/contract/tasks/endpoints'
import { call } from '../../../platform/api'
import { createListSlice } from '../../../platform/list-slice'

/** How many tasks are open in each space that has some. */
const useOpenCounts = createListSlice('tasks.counts', {
  list: () => call(countBranchTasks, {}),
  key: count => count.branch_id,
  refreshOn: ['task.changed', 'task.removed', 'branch.changed', 'role.changed', 'member.changed'],
})

/** The open tasks of a space, after its people in the list of spaces. */
export function OpenCountOfSpace({ branch_id }: { branch_id: number }) {
  const { t } = useTranslation('tasks')
  const count = useOpenCounts(state => state.items.find(item => item.branch_id === branch_id)?.open_count ?? 0)
  useEffect(() => {
    if (useOpenCounts.getState().status === 'idle') void useOpenCounts.getState().load()
  }, [])
  return count > 0 && `, ${t('openCount', { count })}`
}
