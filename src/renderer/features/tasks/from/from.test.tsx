import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, test, vi } from 'vitest'
import { createTask } from '#shared/contract/tasks/endpoints'
import { tasksFrom } from '#shared/contract/tasks/origins'
import { apiError } from '#shared/errors'
import { serve } from '../../../platform/test-server'
import { QuickAdd } from '../add/quick-add'
import { withTestPage } from '../test-page'
import { cardOf, taskOf } from '../test-tasks'
import { TasksFromHere } from './tasks-from'

const setup = withTestPage()
const ofMessage = (message_id: number) => ({ kind: 'message' as const, message_id, chat_id: 3 })

describe('Tasks from here', () => {
  test('are asked for together, and follow the changes of others', async () => {
    const calls = serve(tasksFrom, [cardOf(5, 'Call Halden', { origin: ofMessage(9) })])
    const { container } = render(
      <>
        <TasksFromHere origin="message:9" />
        <TasksFromHere origin="message:10" />
      </>,
    )
    const link = await screen.findByRole('link', { name: 'Call Halden · To do' })
    expect(link).toHaveAttribute('href', '#/tasks/5')
    expect(calls.map(({ body }) => body.origins)).toEqual([['message:9', 'message:10']])
    expect(screen.getAllByRole('list', { name: 'Tasks from here' })).toHaveLength(1)
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(violation => violation.id)).toEqual([])

    const added = cardOf(6, 'Order rims', { origin: ofMessage(10) })
    setup.page.emit({ kind: 'task.changed', task_id: 6, task: added })
    expect(await screen.findByRole('link', { name: 'Order rims · To do' })).toBeVisible()
    setup.page.emit({ kind: 'task.changed', task_id: 6, task: { ...added, status: 'done', done_at: added.created_at } })
    expect(await screen.findByRole('link', { name: 'Order rims · Done' })).toBeVisible()
    setup.page.emit({ kind: 'task.removed', task_id: 5 })
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Call Halden/ })).toBeNull())
  })
})

describe('A task from something', () => {
  const message = 'Tom, the rims of 4190 are late.\nCan you call @maya tomorrow 3pm?'

  test('begins with its words, keeps all of them, and leads back to it', async () => {
    const calls = serve(createTask, ({ body }) => taskOf(cardOf(9, String(body.title))))
    const onClose = vi.fn()
    render(<QuickAdd text={message} origin={ofMessage(9)} onClose={onClose} />)
    const field = await screen.findByRole('textbox', { name: 'What is to be done?' })
    expect(field).toHaveValue('Tom, the rims of 4190 are late. Can you call @maya tomorrow 3pm?')
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Understood' })).toHaveTextContent('Assigned: Maya Okafor'),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Create task' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(calls).toHaveLength(1)
    expect(calls[0]?.body).toMatchObject({
      ...{ origin: ofMessage(9), description: message, assignees: [7], source: 'person', branch_id: 1 },
    })
    expect(calls[0]?.headers.get('idempotency-key')).toBeTruthy()
  })

  test('that is refused stays with the reason, and does not touch the draft of a new task', async () => {
    serve(createTask, apiError('task.assignee_blind'))
    const onClose = vi.fn()
    const view = render(<QuickAdd text="Call Halden" origin={ofMessage(9)} onClose={onClose} />)
    await userEvent.type(await screen.findByRole('textbox', { name: 'What is to be done?' }), ' again')
    await userEvent.click(screen.getByRole('button', { name: 'Create task' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(/cannot see the space/)
    expect(onClose).not.toHaveBeenCalled()
    act(() => view.unmount())
    render(<QuickAdd onClose={onClose} />)
    const dialog = await screen.findByRole('dialog', { name: 'New task' })
    expect(within(dialog).getByRole('textbox', { name: 'What is to be done?' })).toHaveValue('')
  })
})
