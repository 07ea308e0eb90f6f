import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import { createTask, listMyTasks } from '#shared/contract/tasks/endpoints'
import { apiError } from '#shared/errors'
import { serve } from '../../../platform/test-server'
import { closeNotice, pressUndo } from '../../undo/test-undo'
import { withTestPage } from '../test-page'
import { cardOf, taskOf } from '../test-tasks'

const setup = withTestPage()
const hour = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

const section = (name: string) => screen.findByRole('region', { name })
const bar = () => screen.getByRole('region', { name: 'Actions for the selected tasks' })
const select = (title: string) => userEvent.click(screen.getByRole('checkbox', { name: `Select ${title}` }))

describe('My Tasks [2.8, D17]', () => {
  test('lists open tasks by when they are due, with their space, length and status', async () => {
    setup.page.has(
      cardOf(1, 'Refund loan-bike deposit', { deadline: at(-30), estimate_minutes: 10, excerpt: 'Ticket L-209' }),
      cardOf(2, 'Second camera', { status: 'in_progress' }),
      cardOf(3, 'Yearly review', { deadline: at(24 * 30), estimate_minutes: 90 }),
    )
    const { container } = setup.page.open('/mytasks')
    expect(within(await section('Late')).getByRole('listitem')).toHaveTextContent(
      /Refund loan-bike depositTicket L-209Harbourside.*10 minTo do$/,
    )
    expect(within(await section('Later')).getByRole('listitem')).toHaveTextContent('1 h 30 min')
    expect(within(await section('No date')).getByRole('listitem')).toHaveTextContent('In progress')
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('says that it is part of a paid plan where it is not [2.14]', async () => {
    serve(listMyTasks, apiError('plan.required'))
    setup.page.open('/mytasks')
    expect(await screen.findByRole('heading', { name: 'My Tasks is part of a paid plan' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open Home' })).toHaveAttribute('href', '#/home/spaces')
  })

  test('shows archived tasks, and brings them back', async () => {
    setup.page.has(cardOf(1, 'Old rota', { archived_at: at(-1) }))
    setup.page.open('/mytasks')
    expect(await screen.findByRole('heading', { name: 'Nothing to do' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Archived tasks' }))
    await screen.findByRole('checkbox', { name: 'Select Old rota' })
    await select('Old rota')
    await userEvent.click(within(bar()).getByRole('button', { name: 'Bring back' }))
    await waitFor(() => expect(setup.page.updates).toEqual([{ task_ids: [1], archived: false }]))
    expect(await screen.findByRole('heading', { name: 'Nothing archived' })).toBeVisible()
  })

  test('marks the task that was open last, where the keys go on [3.21]', async () => {
    setup.page.has(cardOf(1, 'One'), cardOf(2, 'Two'), cardOf(3, 'Three'))
    setup.page.open('/mytasks')
    const row = () => screen.findByRole('button', { name: /^Two/, current: true })
    await userEvent.click(await screen.findByRole('button', { name: /^Two/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Close details' }))
    expect(await row()).toBeVisible()
    act(() => (document.activeElement as HTMLElement | null)?.blur())
    await userEvent.keyboard('j')
    expect(await row()).toHaveFocus()
    await userEvent.keyboard('j')
    expect(screen.getByRole('button', { name: /^Three/ })).toHaveFocus()
  })

  test('follows the changes of others', async () => {
    setup.page.has(cardOf(1, 'Sweep'))
    setup.page.open('/mytasks')
    await screen.findByRole('button', { name: /^Sweep/ })
    setup.page.emit({ kind: 'task.changed', task_id: 2, task: cardOf(2, 'Call Halden') })
    expect(await screen.findByRole('button', { name: /^Call Halden/ })).toBeVisible()
    setup.page.emit({ kind: 'task.changed', task_id: 3, task: cardOf(3, 'Of others', { assignees: [8] }) })
    setup.page.emit({ kind: 'task.removed', task_id: 1 })
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Sweep/ })).toBeNull())
    expect(screen.queryByRole('button', { name: /^Of others/ })).toBeNull()
  })
})

describe('Selected tasks [4.15]', () => {
  test('are done at once, and the button of the toast takes it back', async () => {
    setup.page.has(cardOf(1, 'One'), cardOf(2, 'Two', { status: 'in_progress' }), cardOf(3, 'Three'))
    setup.page.open('/mytasks')
    await screen.findByRole('checkbox', { name: 'Select One' })
    await select('One')
    await select('Two')
    expect(within(bar()).getByText('2 selected')).toBeVisible()
    await userEvent.click(within(bar()).getByRole('button', { name: 'Mark done' }))
    await waitFor(() => expect(setup.page.updates).toEqual([{ task_ids: [1, 2], status: 'done' }]))
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Actions for/ })).toBeNull())
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(setup.page.updates.slice(1)).toEqual([
        { task_ids: [1], status: 'todo' },
        { task_ids: [2], status: 'in_progress' },
      ]),
    )
  })

  test('are archived and given another date, and each comes back by the button of its toast', async () => {
    const dates = ['2027-01-04T17:00:00.000Z', '2027-01-05T17:00:00.000Z'] as const
    setup.page.has(cardOf(1, 'One', { deadline: dates[0] }), cardOf(2, 'Two', { deadline: dates[1] }))
    setup.page.open('/mytasks')
    await screen.findByRole('checkbox', { name: 'Select One' })
    const undo = async () => userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await select('One')
    await select('Two')
    await userEvent.click(within(bar()).getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select One' })).toBeNull())
    await undo()
    await screen.findByRole('checkbox', { name: 'Select One' })
    await select('One')
    await select('Two')
    await userEvent.click(within(bar()).getByRole('button', { name: 'Change date' }))
    await userEvent.click(await screen.findByRole('button', { name: 'No date' }))
    await waitFor(() => expect(setup.page.updates).toHaveLength(3))
    await undo()
    // Each has its own date again.
    await waitFor(() =>
      expect(setup.page.updates).toEqual([
        { task_ids: [1, 2], archived: true },
        { task_ids: [1, 2], archived: false },
        { task_ids: [1, 2], deadline: null },
        { task_ids: [1], deadline: dates[0] },
        { task_ids: [2], deadline: dates[1] },
      ]),
    )
  })

  test('are as before when the server refuses, which a message explains', async () => {
    setup.page.has(cardOf(1, 'One', { status: 'blocked' }))
    setup.page.refusal = apiError('task.status_refused')
    setup.page.open('/mytasks')
    await screen.findByRole('checkbox', { name: 'Select One' })
    await select('One')
    await userEvent.click(within(bar()).getByRole('button', { name: 'Mark done' }))
    expect(await screen.findByText('The task was not changed')).toBeVisible()
    expect(screen.getByText(/^A task cannot go from its status/)).toBeVisible()
    expect(screen.getByRole('button', { name: /^One/ })).toBeVisible()
    expect(within(bar()).getByText('1 selected')).toBeVisible()
  })

  test('are chosen by keyboard: j and k move, x selects, Shift x selects a range, Escape ends it', async () => {
    setup.page.has(cardOf(1, 'One'), cardOf(2, 'Two'), cardOf(3, 'Three'))
    setup.page.open('/mytasks')
    await screen.findByRole('button', { name: 'One' })
    await userEvent.keyboard('jx')
    expect(screen.getByRole('button', { name: 'One' })).toHaveFocus()
    expect(screen.getByRole('checkbox', { name: 'Select One' })).toBeChecked()
    await userEvent.keyboard('jj{Shift>}X{/Shift}')
    expect(within(bar()).getByText('3 selected')).toBeVisible()
    await userEvent.keyboard('kx')
    expect(screen.getByRole('checkbox', { name: 'Select Two' })).not.toBeChecked()
    await userEvent.click(within(bar()).getByRole('button', { name: 'Select all 3' }))
    expect(within(bar()).getByText('3 selected')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: /^Actions for/ })).toBeNull()
  })
})

describe('A new task', () => {
  test('is understood while it is typed, and created for whom it names', async () => {
    const calls = serve(createTask, ({ body }) => taskOf(cardOf(9, String(body.title))))
    setup.page.open('/mytasks')
    await screen.findByRole('heading', { name: 'Nothing to do' })
    await userEvent.keyboard('c')
    const field = await screen.findByRole('textbox', { name: 'What is to be done?' })
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.type(field, 'Call Halden 20 min @tom #oldmarket !high')
    const understood = screen.getByRole('region', { name: 'Understood' })
    await waitFor(() =>
      expect(understood).toHaveTextContent('Call HaldenPlanned: 20 minAssigned: Tom ReyesPriority: High'),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Create task' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toMatchObject({
      title: 'Call Halden',
      estimate_minutes: 20,
      assignees: [8],
      branch_id: 2,
      priority: 'high',
    })
    expect(await screen.findByRole('button', { name: 'Call Halden' })).toBeVisible()
  })

  test('is created for oneself if it names nobody; what is too long for a title is not lost', async () => {
    const calls = serve(createTask, ({ body }) => taskOf(cardOf(9, String(body.title))))
    setup.page.open('/mytasks')
    await screen.findByRole('heading', { name: 'Nothing to do' })
    await userEvent.keyboard('c')
    const long = `Say ${'very '.repeat(60)}much`
    await userEvent.click(await screen.findByRole('textbox', { name: 'What is to be done?' }))
    await userEvent.paste(long)
    await userEvent.click(screen.getByRole('button', { name: 'Create task' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toMatchObject({ assignees: [7], description: long })
  })

  test('can be given to somebody who has just joined', async () => {
    setup.page.open('/mytasks')
    await screen.findByRole('heading', { name: 'Nothing to do' })
    await userEvent.keyboard('c')
    await userEvent.type(await screen.findByRole('textbox', { name: 'What is to be done?' }), 'Call @lena')
    const understood = screen.getByRole('region', { name: 'Understood' })
    expect(understood).not.toHaveTextContent('Lena')
    setup.page.joins(9, 'Lena Fuchs')
    await waitFor(() => expect(understood).toHaveTextContent('Assigned: Lena Fuchs'))
  })

  test('that the server refuses stays, says why, and comes back when its discarding is undone', async () => {
    serve(createTask, apiError('task.assignee_blind'))
    setup.page.open('/mytasks')
    await screen.findByRole('heading', { name: 'Nothing to do' })
    await userEvent.keyboard('c')
    await userEvent.type(await screen.findByRole('textbox', { name: 'What is to be done?' }), 'Call Halden')
    await userEvent.click(screen.getByRole('button', { name: 'Create task' }))
    expect(await screen.findByText('Not created: Call Halden')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByText('Not created: Call Halden')).toBeNull())
    await pressUndo('Task discarded')
    expect(await screen.findByText('Not created: Call Halden')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    await closeNotice('Task discarded')
    expect(screen.queryByText('Not created: Call Halden')).toBeNull()
  })

  test('needs words', async () => {
    setup.page.open('/mytasks')
    await userEvent.click((await screen.findAllByRole('button', { name: 'New task' }))[0] as HTMLElement)
    await userEvent.type(await screen.findByRole('textbox', { name: 'What is to be done?' }), '20 min')
    await userEvent.click(screen.getByRole('button', { name: 'Create task' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Write what is to be done.')
  })
})

test('As a board, tasks are in columns by status, and a menu moves them', async () => {
  setup.page.has(cardOf(1, 'One'), cardOf(2, 'Two', { status: 'blocked' }))
  setup.page.open('/mytasks')
  await userEvent.click(await screen.findByRole('radio', { name: 'Board' }))
  const lane = await section('To do 1')
  await userEvent.click(within(lane).getByRole('button', { name: 'Move One' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'In review' }))
  await waitFor(() => expect(setup.page.updates).toEqual([{ task_ids: [1], status: 'in_review' }]))
  expect(within(await section('In review 1')).getByRole('article', { name: 'One' })).toBeVisible()
})
