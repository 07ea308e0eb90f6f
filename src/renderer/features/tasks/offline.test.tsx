import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { listTaskHistory, tasksByIds } from '#shared/contract/tasks/endpoints'
import { listViews, type TaskView } from '#shared/contract/tasks/views'
import { apiError } from '#shared/errors'
import { useCopiesShown } from '../../platform/copies-shown'
import { offlineCopies } from '../../platform/offline-copies'
import { resetOrganisation } from '../../platform/store'
import { MemoryCopies } from '../../platform/test-copies'
import { serve } from '../../platform/test-server'
import { rereadTasks } from './reread'
import { withTestPage } from './test-page'
import { cardOf, taskOf } from './test-tasks'

const setup = withTestPage()
let storage: MemoryCopies
const settings = { layout: 'board', group_by: 'rolewise', query: 'pads', is_archive: false } as const
const view: TaskView = {
  ...{ view_id: 5, name: 'Pads', branch_id: null, settings, is_shared: false, author_id: 7, is_editable: true },
}
const created = {
  ...{ id: 1, task_id: 1, changed_by: null, changed_at: '2026-11-20T09:00:00.000Z' },
  ...{ field: 'created', from: null, to: 'Order pads' },
}

beforeEach(() => {
  storage = new MemoryCopies()
  offlineCopies.keepIn(storage)
  setup.page.has(cardOf(1, 'Order pads'))
  serve(listViews, [view])
  serve(listTaskHistory, [created])
})
afterEach(() => offlineCopies.keepIn(null))

const shown = () => Object.keys(useCopiesShown.getState().shown)

/** Simulates a reload without a server. */
async function reload(leave: () => void): Promise<void> {
  await offlineCopies.flush()
  leave()
  act(() => resetOrganisation())
  for (const endpoint of [listViews, listTaskHistory]) serve(endpoint, () => Response.error())
}

async function openHistory() {
  const { unmount } = setup.page.open('/tasks/1')
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'History' }))
  return { unmount, dialog: within(await screen.findByRole('dialog', { name: 'History' })) }
}

async function openViews() {
  const { unmount } = setup.page.open('/mytasks')
  await userEvent.click(await screen.findByRole('button', { name: 'Views' }))
  return unmount
}

describe('The history of a task', () => {
  test('stays readable without the server, and leaves the strip when it is closed', async () => {
    const { unmount, dialog } = await openHistory()
    await dialog.findByText('Created the task')
    await reload(unmount)
    const again = await openHistory()
    expect(await again.dialog.findByText('Created the task')).toBeVisible()
    expect(shown()).toEqual(['task.1.history'])
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(shown()).toEqual([]))
  })

  test('leaves the device with the task, and when the server refuses it', async () => {
    const { unmount, dialog } = await openHistory()
    await dialog.findByText('Created the task')
    await reload(unmount)
    expect(storage.names).toContain('7.3 task.1.history')
    serve(listTaskHistory, apiError('task.not_found'))
    const again = await openHistory()
    await again.dialog.findByRole('heading', { name: /did not load/ })
    await expect.poll(() => storage.names).not.toContain('7.3 task.1.history')

    serve(listTaskHistory, [created])
    await userEvent.click(again.dialog.getByRole('button', { name: 'Try Again' }))
    await again.dialog.findByText('Created the task')
    await offlineCopies.flush()
    expect(storage.names).toContain('7.3 task.1.history')
    serve(tasksByIds, [])
    await rereadTasks()
    expect(storage.names.filter(name => name.startsWith('7.3 task.1'))).toEqual([])
  })
})

test('A task says of nobody that they left, and not that it is nobody’s, while the people of the workspace are not known', async () => {
  const card = cardOf(2, 'Order pads', { assignees: [8] })
  setup.page.tasks = [taskOf(card, { reporter: 8 })]
  serve(organisationInfo, () => Response.error())
  setup.page.open('/tasks/2')
  const facts = await screen.findAllByRole('definition')
  expect(facts[0]).toHaveTextContent('–')
  expect(screen.queryByText(/Nobody|former member/)).toBeNull()
})

describe('Saved views', () => {
  test('can be chosen without the server', async () => {
    const leave = await openViews()
    await screen.findByRole('menuitemradio', { name: 'Pads' })
    await reload(leave)
    await openViews()
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Pads' }))
    expect(screen.getByRole('radio', { name: 'Board' })).toBeChecked()
    expect(shown()).toContain('views.mine')
  })

  test('are read anew with the next contact: what is shared no longer leaves the device, and so do those of a space that is refused', async () => {
    const leave = await openViews()
    await screen.findByRole('menuitemradio', { name: 'Pads' })
    await reload(leave)
    offlineCopies.keep('views.4', [{ ...view, view_id: 6, branch_id: 4, name: 'Old Market' }])
    await offlineCopies.flush()
    await rereadTasks()
    expect(storage.names).toEqual(expect.arrayContaining(['7.3 views.mine', '7.3 views.4']))
    serve(listViews, ({ body }) => (body.branch_id === null ? [] : apiError('branch.not_found')))
    await rereadTasks()
    await offlineCopies.flush()
    expect(storage.names).not.toContain('7.3 views.4')
    expect(storage.copies.get('7.3 views.mine')?.json).toBe('[]')
    expect(shown()).not.toContain('views.mine')
  })
})
