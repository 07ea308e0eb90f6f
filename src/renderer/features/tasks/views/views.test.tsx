import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { createView, deleteView, editView, listViews, type TaskView } from '#shared/contract/tasks/views'
import { apiError } from '#shared/errors'
import { serve } from '../../../platform/test-server'
import { pressUndo } from '../../undo/test-undo'
import { withTestPage } from '../test-page'
import { cardOf } from '../test-tasks'

const setup = withTestPage()
const settings = { layout: 'board', group_by: 'rolewise', query: '', is_archive: false } as const
const viewOf = (view_id: number, name: string, more: Partial<TaskView> = {}): TaskView => ({
  ...{ view_id, name, branch_id: null, settings, is_shared: false, author_id: 7, is_editable: true },
  ...more,
})

let views: TaskView[]
beforeEach(() => {
  views = []
  serve(listViews, ({ body }) => views.filter(view => view.branch_id === body.branch_id))
  setup.page.has(cardOf(1, 'Order pads', { labels: ['4182'] }), cardOf(2, 'Call Halden'))
})

const openMenu = async () => userEvent.click(await screen.findByRole('button', { name: 'Views' }))
const choose = async (name: string) => {
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitemradio', { name }))
}

describe('Saved views [D4]', () => {
  test('of My Tasks keep the words, the layout and the archive, and bring them back', async () => {
    const calls = serve(createView, ({ body }) => {
      const made = { ...viewOf(5, String(body.name)), ...(body as Partial<TaskView>) }
      views = [made]
      return made
    })
    const { router } = setup.page.open('/mytasks')
    await userEvent.click(await screen.findByRole('button', { name: 'Filter' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Filter tasks' }))
    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter tasks' }), '4182')
    await userEvent.click(screen.getByRole('radio', { name: 'Board' }))
    await waitFor(() => expect(router.state.location.search).toBe('?q=4182'))
    await openMenu()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Save this view …' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Give the view a name.')).toBeVisible()
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ticket 4182')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toMatchObject({
      ...{ name: 'Ticket 4182', branch_id: null, is_shared: false },
      settings: { layout: 'board', query: '4182', is_archive: false },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Clear filter' }))
    await userEvent.click(screen.getByRole('radio', { name: 'List' }))
    expect(router.state.location.search).toBe('')
    await choose('Ticket 4182')
    expect(router.state.location.search).toBe('?q=4182')
    expect(screen.getByRole('radio', { name: 'Board' })).toBeChecked()
    await openMenu()
    expect(await screen.findByRole('menuitemradio', { name: 'Ticket 4182' })).toBeChecked()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('radio', { name: 'List' }))
  })

  test('of a space keep the words and the grouping; those of others say that they are shared', async () => {
    const query = { ...settings, group_by: 'statuswise' as const, query: 'brakes' }
    views = [viewOf(5, 'Brakes', { branch_id: 1, author_id: 8, is_shared: true, is_editable: false, settings: query })]
    setup.page.groups = [{ group: '1', name: 'Manager', count: 1, tasks: [cardOf(1, 'Order')], next_cursor: null }]
    const { router } = setup.page.open('/home/spaces/1')
    await choose('Brakes, shared')
    expect(router.state.location.search).toBe('?q=brakes')
    expect(screen.getByRole('radio', { name: 'By status' })).toBeChecked()
    await userEvent.click(await screen.findByRole('button', { name: 'Brakes' }))
    expect(await screen.findByRole('menuitem', { name: 'Save this view …' })).toBeVisible()
    // Only its author and admins change it.
    expect(screen.queryByRole('menuitem', { name: 'Change views …' })).toBeNull()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('radio', { name: 'By role' }))
  })

  test('are renamed, shared and deleted, and a deleted one comes back', async () => {
    views = [viewOf(5, 'Old')]
    const edits = serve(editView, ({ body }) => ({ ...viewOf(5, 'Old'), ...(body as Partial<TaskView>) }))
    const deleted = serve(deleteView, null)
    const made = serve(createView, ({ body }) => ({ ...viewOf(6, 'New'), ...(body as Partial<TaskView>) }))
    setup.page.open('/mytasks')
    await openMenu()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Change views …' }))
    const dialog = await screen.findByRole('dialog', { name: 'Change views' })
    const name = within(dialog).getByRole('textbox', { name: 'Name of the view Old' })
    await userEvent.clear(name)
    await userEvent.type(name, 'New{Enter}')
    await waitFor(() => expect(edits[0]?.body).toMatchObject({ view_id: 5, name: 'New' }))
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Share the view New' }))
    await waitFor(() => expect(edits[1]?.body).toMatchObject({ view_id: 5, is_shared: true }))
    const { violations } = await axe.run(dialog, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: /^Delete the view/ }))
    await waitFor(() => expect(deleted[0]?.body).toMatchObject({ view_id: 5 }))
    expect(await within(dialog).findByText('There are no views that you can change.')).toBeVisible()
    await pressUndo('View deleted: Old')
    await waitFor(() => expect(made).toHaveLength(1))
    expect(await within(dialog).findByRole('textbox', { name: 'Name of the view Old' })).toBeVisible()
  })

  test('that cannot be brought back say why, and offer it again', async () => {
    views = [viewOf(5, 'Old')]
    serve(deleteView, null)
    serve(createView, apiError('view.too_many'))
    setup.page.open('/mytasks')
    await openMenu()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Change views …' }))
    const dialog = await screen.findByRole('dialog', { name: 'Change views' })
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Delete the view Old' }))
    await pressUndo('View deleted: Old')
    expect(await screen.findByText('The view Old was not brought back')).toBeInTheDocument()
    const made = serve(createView, viewOf(6, 'Old'))
    await userEvent.click(screen.getByRole('button', { name: 'Try Again', hidden: true }))
    expect(await within(dialog).findByRole('textbox', { name: 'Name of the view Old' })).toBeVisible()
    expect(made[0]?.body).toMatchObject({ name: 'Old', settings })
  })

  test('that are refused say why', async () => {
    serve(createView, apiError('view.too_many'))
    setup.page.open('/mytasks')
    await openMenu()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Save this view …' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'One more')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/^You have saved as many views/)).toBeVisible()
  })
})

test('My Tasks without a match say so, and the filter is cleared', async () => {
  setup.page.tasks = []
  const { router } = setup.page.open('/mytasks?q=nothing')
  expect(await screen.findByRole('heading', { name: 'No task has these words' })).toBeVisible()
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear filter' })[1] as HTMLElement)
  expect(await screen.findByRole('heading', { name: 'Nothing to do' })).toBeVisible()
  expect(router.state.location.search).toBe('')
})
