import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import type { ReactElement } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { createTask, listBranchTasks } from '#shared/contract/tasks/endpoints'
import { apiError } from '#shared/errors'
import { serve } from '../../../platform/test-server'
import { withTestPage } from '../test-page'
import { cardOf, taskOf } from '../test-tasks'

// jsdom has no layout, so a long lane draws its first cards only.
vi.mock('virtua', () => ({
  Virtualizer: ({ children }: { children: ReactElement[] }) => (
    <ul>
      {children.slice(0, drawnOfLong).map(child => (
        <li key={child.key}>{child}</li>
      ))}
    </ul>
  ),
}))
const drawnOfLong = 5

const setup = withTestPage()
const lane = (name: string) => screen.findByRole('region', { name })
const titles = (within_: HTMLElement) =>
  within(within_)
    .queryAllByRole('article')
    .map(card => card.getAttribute('aria-label'))

const sweep = cardOf(1, 'Sweep', { labels: ['4182'], assignees: [8], deadline: '2026-11-01T09:00:00.000Z' })
const rota = cardOf(2, 'Approve Saturday rota', { role_id: 1 })

function fill() {
  setup.page.has(sweep, rota)
  setup.page.groups = [
    { group: '1', name: 'Manager', count: 1, tasks: [rota], next_cursor: null },
    { group: '2', name: 'Member', count: 51, tasks: [sweep], next_cursor: 'after-sweep' },
  ]
}

describe('The tasks of a space [D4]', () => {
  test('are on a board by role, with what is open and done today [9.1a]', async () => {
    fill()
    const { container } = setup.page.open('/home/spaces/1')
    const member = await lane('Member 51')
    expect(within(member).getByRole('article', { name: 'Sweep' })).toHaveTextContent(/^Sweep4182\d+ days late$/)
    expect(await within(member).findByRole('img', { name: 'Tom Reyes' })).toBeVisible()
    expect(screen.getByRole('radio', { name: 'By role' })).toBeChecked()
    expect(screen.getByText('12 open, 3 done today')).toBeVisible()
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('are asked for once when the space is opened', async () => {
    const asked = serve(listBranchTasks, {
      ...{ branch_id: 1, group_by: 'rolewise' as const, open_count: 1, done_today: 0 },
      groups: [{ group: '2', name: 'Member', count: 1, tasks: [sweep], next_cursor: null }],
    })
    setup.page.open('/home/spaces/1')
    expect(titles(await lane('Member 1'))).toEqual(['Sweep'])
    expect(asked).toHaveLength(1)
  })

  test('move at once by a menu to any role, and go back where they were if the server refuses', async () => {
    fill()
    setup.page.open('/home/spaces/1')
    const member = await lane('Member 51')
    await userEvent.click(within(member).getByRole('button', { name: 'Move Sweep' }))
    expect((await screen.findAllByRole('menuitem')).map(item => item.textContent)).toEqual(['Manager'])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Manager' }))
    await waitFor(() => expect(setup.page.updates).toEqual([{ task_ids: [1], role_id: 1 }]))
    expect(titles(await lane('Manager 2'))).toEqual(['Sweep', 'Approve Saturday rota'])
    setup.page.refusal = apiError('task.not_found')
    await userEvent.click(within(await lane('Manager 2')).getByRole('button', { name: 'Move Approve Saturday rota' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Member' }))
    expect(await screen.findByText('The task was not changed')).toBeVisible()
    expect(titles(await lane('Manager 2'))).toEqual(['Sweep', 'Approve Saturday rota'])
  })

  test('move from a column of more than one page by keys, and into one', async () => {
    const many = Array.from({ length: 23 }, (_, index) => cardOf(index + 10, `Bike ${index + 1}`))
    setup.page.has(rota, ...many)
    setup.page.groups = [
      { group: '1', name: 'Manager', count: 1, tasks: [rota], next_cursor: null },
      { group: '2', name: 'Member', count: 23, tasks: many, next_cursor: null },
    ]
    setup.page.open('/home/spaces/1')
    const member = await lane('Member 23')
    expect(titles(member)).toHaveLength(drawnOfLong)
    within(member).getByRole('button', { name: 'Move Bike 3' }).focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('menuitem', { name: 'Manager' })
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(setup.page.updates).toEqual([{ task_ids: [12], role_id: 1 }]))
    expect(titles(await lane('Manager 2'))).toEqual(expect.arrayContaining(['Bike 3', 'Approve Saturday rota']))
    expect(titles(await lane('Member 22'))).toEqual(['Bike 1', 'Bike 2', 'Bike 4', 'Bike 5', 'Bike 6'])

    await userEvent.click(within(await lane('Manager 2')).getByRole('button', { name: 'Move Bike 3' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Member' }))
    await lane('Member 23')
    await waitFor(() => expect(setup.page.updates.at(-1)).toEqual({ task_ids: [12], role_id: 2 }))
  })

  test('are grouped by person, where moving replaces the person of that column, and the choice is remembered', async () => {
    fill()
    setup.page.groups = [{ group: '8', name: 'Tom Reyes', count: 1, tasks: [sweep], next_cursor: null }]
    const view = setup.page.open('/home/spaces/1')
    await userEvent.click(await screen.findByRole('radio', { name: 'By person' }))
    await userEvent.click(within(await lane('Tom Reyes 1')).getByRole('button', { name: 'Move Sweep' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Maya Okafor' }))
    await waitFor(() => expect(setup.page.updates).toEqual([{ task_ids: [1], assignees: [7] }]))
    view.unmount()
    setup.page.open('/home/spaces/1')
    expect(await screen.findByRole('radio', { name: 'By person' })).toBeChecked()
    await userEvent.click(screen.getByRole('radio', { name: 'By role' }))
  })

  test('are filtered by words that the address keeps', async () => {
    fill()
    const { router } = setup.page.open('/home/spaces/1?q=nothing')
    expect(await screen.findByRole('heading', { name: 'No task has these words' })).toBeVisible()
    expect(screen.getByRole('searchbox', { name: 'Filter tasks' })).toHaveValue('nothing')
    await userEvent.click(screen.getByRole('button', { name: 'Clear filter' }))
    await lane('Member 51')
    expect(router.state.location.search).toBe('')
  })

  test('are seen in the archive too, which the address keeps, and come back from it [7.7b, D4]', async () => {
    const old = { ...cardOf(4, 'Last year'), archived_at: '2026-11-01T09:00:00.000Z' }
    setup.page.has(old)
    fill()
    const calls = serve(listBranchTasks, ({ body: { is_archive } }) => {
      const isThere = setup.page.tasks.some(task => task.id === 4 && task.archived_at !== null)
      const archived = isThere ? [{ group: '2', name: 'Member', count: 1, tasks: [old], next_cursor: null }] : []
      const groups = is_archive === true ? archived : setup.page.groups
      return { branch_id: 1, group_by: 'rolewise' as const, groups, open_count: 12, done_today: 3 }
    })
    const { router } = setup.page.open('/home/spaces/1')
    await lane('Member 51')
    expect(screen.queryByText('Last year')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Tasks shown' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Archived tasks' }))
    expect(titles(await lane('Member 1'))).toEqual(['Last year'])
    expect(router.state.location.search).toBe('?show=archive')
    expect(calls.at(-1)?.body).toMatchObject({ branch_id: 1, is_archive: true })
    expect(screen.queryByRole('button', { name: 'Add a task' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Last year' }))
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Bring back' }))
    expect(await screen.findByRole('heading', { name: 'Nothing archived' })).toBeVisible()
    await waitFor(() => expect(setup.page.updates).toEqual([{ task_ids: [4], archived: false }]))
  })

  test('load more of one column', async () => {
    fill()
    setup.page.open('/home/spaces/1')
    const member = await lane('Member 51')
    const calls = serve(listBranchTasks, {
      ...{ branch_id: 1, group_by: 'rolewise' as const, open_count: 12, done_today: 3 },
      groups: [{ group: '2', name: 'Member', count: 51, tasks: [cardOf(3, 'Another')], next_cursor: null }],
    })
    await userEvent.click(within(member).getByRole('button', { name: 'More in Member' }))
    await waitFor(() => expect(titles(member)).toEqual(['Sweep', 'Another']))
    expect(calls[0]?.body).toMatchObject({ group: '2', after: 'after-sweep' })
    expect(within(member).queryByRole('button', { name: 'More in Member' })).toBeNull()
  })

  test('are added in a column, with what the column stands for', async () => {
    fill()
    const hire = cardOf(9, 'Hire', { role_id: 1 })
    const calls = serve(createTask, () => {
      setup.page.groups = [{ group: '1', name: 'Manager', count: 2, tasks: [rota, hire], next_cursor: null }]
      return taskOf(hire)
    })
    setup.page.open('/home/spaces/1')
    await userEvent.click(within(await lane('Manager 1')).getByRole('button', { name: 'Add a task' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'What is to be done?' }), 'Hire')
    await userEvent.click(screen.getByRole('button', { name: 'Create task' }))
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ title: 'Hire', branch_id: 1, role_id: 1 }))
    expect(titles(await lane('Manager 2'))).toContain('Hire')
  })

  test('say when there are none, and when they did not load', async () => {
    setup.page.open('/home/spaces/1')
    expect(await screen.findByRole('heading', { name: 'No tasks yet' })).toBeVisible()
    serve(listBranchTasks, apiError('branch.not_found'))
    await userEvent.click(screen.getByRole('radio', { name: 'By status' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The tasks did not load')
  })
})
