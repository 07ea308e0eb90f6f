import type { Input } from '#shared/contract/endpoint'
import { createView, deleteView, editView, listViews, TaskView } from '#shared/contract/tasks/views'
import { call, type Outcome } from '../../../platform/api'
import { createKeyedListSlice } from '../../../platform/keyed-list-slice'
import { copied } from '../../../platform/list-copies'
import { viewsCopy } from '../last-read'

/** Saved views by space; those of My Tasks have no space. */
export const useViews = createKeyedListSlice('tasks.views', {
  list: (branch_id: number | null) => call(listViews, { branch_id }),
  nameOf: branch_id => branch_id ?? 'mine',
  key: view => view.view_id,
  copies: branch_id => copied(viewsCopy(branch_id), TaskView),
  actions: ({ changer }) => ({
    async add(input: Input<typeof createView>): Promise<Outcome<TaskView>> {
      const change = changer(input.branch_id ?? null)
      const outcome = await call(createView, input)
      if (outcome.ok) change(views => withView(views, outcome.data))
      return outcome
    },
    async edit({ view_id, branch_id }: TaskView, fields: Omit<Input<typeof editView>, 'view_id'>) {
      const change = changer(branch_id)
      const outcome = await call(editView, { view_id, ...fields })
      if (outcome.ok) change(views => withView(views, outcome.data))
      return outcome
    },
    async remove({ view_id, branch_id }: TaskView): Promise<Outcome<null>> {
      const change = changer(branch_id)
      const outcome = await call(deleteView, { view_id })
      if (outcome.ok) change(views => views.filter(view => view.view_id !== view_id))
      return outcome
    },
  }),
})

const withView = (views: readonly TaskView[], view: TaskView): TaskView[] => [
  ...views.filter(({ view_id }) => view_id !== view.view_id),
  view,
]
