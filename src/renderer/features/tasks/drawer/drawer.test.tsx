import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, test, vi } from 'vitest'
import { getSchedule, type ScheduleItem } from '#shared/contract/planning/endpoints'
import { readTitles } from '#shared/contract/search/endpoints'
import {
  addComment,
  deleteComment,
  editComment,
  reactToComment,
  type TaskComment,
} from '#shared/contract/tasks/comments'
import { listTaskHistory } from '#shared/contract/tasks/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../../platform/session'
import { useSidebar } from '../../../platform/sidebar'
import { expectMenuInPalette } from '../../../platform/test-menu-actions'
import { serve } from '../../../platform/test-server'
import { closeNotice, pressUndo } from '../../undo/test-undo'
import { withTestPage } from '../test-page'
import { cardOf, taskOf } from '../test-tasks'

// On a busy machine the default time of a notice is over before its Undo is pressed.
vi.mock('#shared/limits', async original => {
  const limits = await original<typeof import('#shared/limits')>()
  return { ...limits, toast: { ...limits.toast, duration: 10 * limits.minute } }
})

const setup = withTestPage()

const tom = { user_id: 8, user_displayname: 'Tom Reyes', user_image: null, user_phone: null, user_email: null }
const maya = { ...tom, user_id: 7, user_displayname: 'Maya Okafor' }
const commentOf = (id: number, comment: string, more: Partial<TaskComment> = {}): TaskComment => ({
  ...{ id, comment_id: id, task_id: 1, comment, author: tom, created_at: new Date().toISOString() },
  ...{ edited_at: null, mentions: [], attachments: [], reactions: [] },
  ...more,
})

const scheduled = (more: Partial<ScheduleItem>): ScheduleItem => ({
  ...{ id: 'a', user_id: 7, type: 'task', title: 'Approve Saturday rota', total_duration: 20, start: '', end: '' },
  ...{ fixed_start_time: null, start_after_time: null, task_id: 1, timezone: 'UTC', task_chunk_part: 1 },
  ...{ task_chunk_count: 1, task_deadline_crossedby: 0, color: '', borderColor: '', color_index: 0, is_busy: false },
  ...more,
})

function fill(more: Parameters<typeof taskOf>[1] = {}) {
  setup.page.tasks = [
    taskOf(cardOf(1, 'Approve Saturday rota', { status: 'in_progress', estimate_minutes: 20, labels: ['4182'] }), {
      description: 'Old Market has **2 open shifts**.',
      origin: { kind: 'job', instruction_id: 4 },
      checklist: [{ id: 'a', text: 'Ask Tom', is_done: false }],
      ...more,
    }),
  ]
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('A task that is opened by its address offers the other open tasks of its space to wait for', async () => {
  fill()
  const tasks = [cardOf(1, 'Approve Saturday rota'), cardOf(2, 'Ask everybody'), cardOf(3, 'Sent', { status: 'done' })]
  setup.page.groups = [{ group: 'todo', name: '', count: 3, next_cursor: null, tasks }]
  setup.page.open('/tasks/1')
  await userEvent.click(await button('Wait for another task'))
  const menu = await screen.findByRole('menu', { name: 'Wait for another task' })
  const other = await within(menu).findByRole('menuitem', { name: 'Ask everybody' })
  expect(within(menu).getAllByRole('menuitem')).toHaveLength(1)
  await userEvent.click(other)
  await waitFor(() => expect(setup.page.updates).toEqual([expect.objectContaining({ depends_on: [2] })]))
})

describe('The details of a task', () => {
  test('say what is known of it, and lead to what it came from', async () => {
    fill()
    serve(readTitles, [{ ref: 'job:4', title: 'Rota check, Fridays' }])
    setup.page.comments = [commentOf(2, '@Maya Okafor **two** people please'), commentOf(1, 'I can do 9 to 1.')]
    const { container } = setup.page.open('/tasks/1')
    expect(await screen.findByRole('heading', { level: 1, name: 'Approve Saturday rota' })).toBeVisible()
    for (const menu of ['More actions', 'Status: In progress']) await expectMenuInPalette(menu)
    expect(screen.getByText('2 open shifts')).toBeVisible()
    expect(await button('Assigned: Maya Okafor')).toBeVisible()
    for (const name of ['Due: No date', 'Planned: 20 min', 'Space: Harbourside', 'Role: No role', 'Repeats: Never'])
      expect(await button(name)).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Rota check, Fridays' })).toHaveAttribute('href', '#/jobs/4')
    const comments = await screen.findAllByRole('article', { name: 'Tom Reyes' })
    expect(comments.map(comment => within(comment).getByText(/people|9 to 1/).textContent)).toEqual([
      'I can do 9 to 1.',
      '@Maya Okafor two people please',
    ])
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('do not name the job for those who may not see it, and say when the task is planned [D6, D13]', async () => {
    fill()
    const today = new Date().toISOString().slice(0, 10)
    const calls = serve(getSchedule, [
      scheduled({ id: 'a', task_id: 2, start: `${today}T17:00:00Z`, end: `${today}T18:00:00Z` }),
      // The clocks of its person are 5:30 ahead.
      scheduled({ id: 'b', start: `${today}T21:50:00Z`, end: `${today}T22:10:00Z`, timezone: 'Asia/Kolkata' }),
    ])
    setup.page.open('/tasks/1')
    expect(await button('Planned: 4:20 PM to 4:40 PM')).toBeVisible()
    expect(calls.map(({ body }) => body.for_user_id)).toEqual([7])
    expect(screen.getByRole('link', { name: 'A job' })).toHaveAttribute('href', '#/jobs/4')
  })

  test('are remembered on the device as what was open last [3.21]', async () => {
    fill()
    setup.page.open('/tasks/1')
    await button('Assigned: Maya Okafor')
    const saved = JSON.parse(localStorage.getItem('app') ?? '{}')
    expect(saved.sidebar).toMatchObject({ selectedSidebar: 'task', selectedTask: 1 })
    endSession()
    expect(useSidebar.getState().selectedTask).toBeNull()
  })

  test('change where they stand: status, people, date, length, points, labels and words', async () => {
    fill()
    setup.page.open('/tasks/1')
    await userEvent.click(await button('Status: In progress'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'In review' }))
    await userEvent.click(await button('Assigned: Maya Okafor'))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Tom Reyes' }))
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await button('Due: No date'))
    await userEvent.click(await button('Tomorrow'))
    await userEvent.click(await button(/^Planned/))
    await userEvent.click(await button('1 h'))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Ask Tom' }))
    await userEvent.click(await button('Remove the label 4182'))
    await userEvent.click(await button('Edit'))
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), ', please')
    await userEvent.click(await button('Save'))
    await waitFor(() =>
      expect(setup.page.updates).toMatchObject([
        { status: 'in_review' },
        { assignees: [7, 8] },
        { deadline: expect.stringMatching(/T17:00:00.000Z$/) },
        { estimate_minutes: 60 },
        { checklist: [{ id: 'a', text: 'Ask Tom', is_done: true }] },
        { labels: [] },
        { title: 'Approve Saturday rota, please', description: 'Old Market has **2 open shifts**.' },
      ]),
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'Approve Saturday rota, please' })).toBeVisible()
  })

  test('come back with Undo when a label or a point was removed', async () => {
    fill()
    setup.page.open('/tasks/1')
    await userEvent.click(await button('Remove the label 4182'))
    await userEvent.click(await button('Undo'))
    expect(await button('Remove the label 4182')).toBeVisible()
    await userEvent.click(await button('Remove Ask Tom'))
    await userEvent.click(await button('Undo'))
    expect(await screen.findByRole('checkbox', { name: 'Ask Tom' })).toBeVisible()
    const checklist = [{ id: 'a', text: 'Ask Tom', is_done: false }]
    await waitFor(() =>
      expect(setup.page.updates).toMatchObject([
        { labels: [] },
        { labels: ['4182'] },
        { checklist: [] },
        { checklist },
      ]),
    )
  })

  test('change when it starts, of what it is a part, and its own rule of repetition [D13, D15]', async () => {
    fill()
    setup.page.tasks.push(taskOf(cardOf(2, 'Plan the weekend')))
    setup.page.open('/mytasks?task=1')
    await userEvent.click(await button('Starts: Any time'))
    await userEvent.click(await button('Tomorrow'))
    await userEvent.click(await button('Not before: Any time'))
    await userEvent.click(await button('Tomorrow'))
    await userEvent.click(await button('Choose the task that it is a part of'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Plan the weekend' }))
    await userEvent.click(await button('Repeats: Never'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Another rule …' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Repeats' }))
    const every = dialog.getByRole('spinbutton', { name: 'How many' })
    await userEvent.clear(every)
    await userEvent.type(every, '0')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Choose a number from 1 to 365.')).toBeVisible()
    await userEvent.clear(every)
    await userEvent.type(every, '10')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await button('Repeats: Every 10 days')).toBeVisible()
    expect(setup.page.updates).toMatchObject([
      { fixed_start_time: expect.stringMatching(/T09:00:00.000Z$/) },
      { start_after_time: expect.stringMatching(/T09:00:00.000Z$/) },
      { parent_id: 2 },
      { repeat: { every: 10, unit: 'day', timezone: 'UTC' } },
    ])
  })

  test('show who changed what, in words [D13]', async () => {
    fill()
    const change = (id: number, field: string, from: unknown, to: unknown) => ({
      ...{ id, task_id: 1, changed_by: tom, changed_at: '2026-11-20T09:00:00.000Z', field, from, to },
    })
    serve(listTaskHistory, [
      change(5, 'checklist', [], [{ id: 'a' }]),
      change(4, 'assignees', [7], [7, 8]),
      change(3, 'deadline', null, '2026-11-21T17:00:00.000Z'),
      change(2, 'status', 'todo', 'in_progress'),
      { ...change(1, 'created', null, 'Approve Saturday rota'), changed_by: null },
    ])
    setup.page.open('/tasks/1')
    await userEvent.click(await button('More actions'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'History' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'History' }))
    const rows = (await dialog.findAllByRole('listitem')).map(row => row.textContent)
    for (const [nr, text] of [
      'Checklist changed',
      'Assigned: Maya Okafor → Maya Okafor, Tom Reyes',
      /Due: none → .*21/,
      'Status: To do → In progress',
      /^A job or a former member.*Created the task$/,
    ].entries())
      expect(rows[nr]).toMatch(text)
  })

  test('say that a task cannot be opened, and not why', async () => {
    setup.page.open('/tasks/99')
    expect(await screen.findByRole('heading', { name: 'This task cannot be opened' })).toBeVisible()
  })
})

describe('Comments [D14]', () => {
  test('are sent with the people that they name, and appear at once', async () => {
    fill()
    const calls = serve(addComment, ({ body }) => commentOf(3, String(body.comment), { author: maya }))
    setup.page.open('/tasks/1')
    const field = await screen.findByRole('textbox', { name: 'Write a comment' })
    await userEvent.type(field, 'Please ask @to')
    const people = await screen.findByRole('listbox', { name: 'Mention someone' })
    expect(within(people).getByRole('option', { name: 'Tom Reyes', selected: true })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(field).toHaveValue('Please ask @Tom Reyes ')
    await userEvent.type(field, '{Control>}{Enter}{/Control}')
    expect(await screen.findByRole('article', { name: 'Maya Okafor' })).toHaveTextContent('Please ask @Tom Reyes')
    expect(calls[0]?.body).toMatchObject({ task_id: 1, comment: 'Please ask @Tom Reyes', mentions: [8] })
    expect(field).toHaveValue('')
  })

  test('offer people and links while they are edited, and show links by their names [D6]', async () => {
    fill()
    setup.page.comments = [commentOf(1, 'See […](#/docs/9)', { author: maya, mentions: [8] })]
    serve(readTitles, [{ ref: 'document:9', title: 'Keys' }])
    const calls = serve(editComment, ({ body }) => commentOf(1, String(body.comment), { author: maya }))
    setup.page.open('/tasks/1')
    expect(await screen.findByRole('link', { name: 'Keys' })).toHaveAttribute('href', '#/docs/9')
    const edit = async () => {
      await userEvent.click(await button('Actions for the comment by Maya Okafor'))
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
      const comment = await screen.findByRole('article', { name: 'Maya Okafor' })
      return within(comment).getByRole('textbox', { name: 'Write a comment' })
    }
    const field = await edit()
    expect(field).toHaveValue('See [Keys](#/docs/9)')
    await userEvent.keyboard('{Escape}')
    expect(field).not.toBeVisible()
    await userEvent.type(await edit(), ' or @to')
    expect(await screen.findByRole('option', { name: 'Tom Reyes', selected: true })).toBeVisible()
    await userEvent.keyboard('{Enter}{Control>}{Enter}{/Control}')
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toMatchObject({
      comment_id: 1,
      comment: 'See [Keys](#/docs/9) or @Tom Reyes',
      mentions: [8],
    })
  })

  test('that are refused stay, and say why', async () => {
    fill()
    serve(addComment, apiError('task.not_found'))
    setup.page.open('/tasks/1')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Write a comment' }), 'Hello')
    await userEvent.click(await button('Send comment'))
    expect(await screen.findByText(/^Not sent\. This task is no longer here/)).toBeVisible()
    serve(addComment, commentOf(3, 'Hello', { author: maya }))
    await userEvent.click(await button('Try again'))
    expect(await screen.findByRole('article', { name: 'Maya Okafor' })).toHaveTextContent('Hello')
  })

  test('of others appear live, get reactions, and own ones are deleted', async () => {
    fill()
    setup.page.comments = [commentOf(1, 'First', { author: maya })]
    setup.page.open('/tasks/1')
    await screen.findByRole('article', { name: 'Maya Okafor' })
    setup.page.comments = [commentOf(2, 'Second'), ...setup.page.comments]
    setup.page.emit({ kind: 'comment.changed', task_id: 1, comment_id: 2 })
    const other = await screen.findByRole('article', { name: 'Tom Reyes' })
    const calls = serve(reactToComment, commentOf(2, 'Second', { reactions: [{ emoji: '🎉', user_ids: [7] }] }))
    await userEvent.click(within(other).getByRole('button', { name: 'React' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: '🎉' }))
    expect(await within(other).findByRole('button', { name: '🎉, 1', pressed: true })).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ comment_id: 2, emoji: '🎉', is_on: true })
    const deleted = serve(deleteComment, null)
    const actions = await button('Actions for the comment by Maya Okafor')
    actions.focus()
    await userEvent.keyboard('{ArrowDown}')
    const entry = await screen.findByRole('menuitem', { name: 'Delete' })
    act(() => entry.focus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Maya Okafor' })).toBeNull())
    await waitFor(() => expect(other).toHaveFocus())
    await pressUndo('Comment deleted')
    expect(await screen.findByRole('article', { name: 'Maya Okafor' })).toBeVisible()
    await userEvent.click(await button('Actions for the comment by Maya Okafor'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await closeNotice('Comment deleted')
    await waitFor(() => expect(deleted).toHaveLength(1))
    expect(screen.queryByRole('article', { name: 'Maya Okafor' })).toBeNull()
  })
})
