import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createFromItems, listMadeItems, listOpenItems, type MadeItem, tickItem } from '#shared/contract/tasks/origins'
import { apiError } from '#shared/errors'
import { serve } from '../../../platform/test-server'
import { Toaster } from '../../../ui/toast'
import { withTestPage } from '../test-page'
import { ItemsDialog } from './items-dialog'

const setup = withTestPage()
const items = [
  { text: 'Tom: call Halden tomorrow 3pm', is_done: false },
  { text: 'Order pads', is_done: false },
  { text: 'Sweep bay 2', is_done: true },
  { text: 'Lock the gate.', is_done: false },
]
let made: MadeItem[]
beforeEach(() => {
  made = [{ item: 'lock the gate', task_id: 41 }]
  serve(listMadeItems, () => made)
})

function open(doc_id = 3) {
  const onClose = vi.fn()
  render(
    <>
      <ItemsDialog doc_id={doc_id} items={items} onClose={onClose} />
      <Toaster label="Notifications" closeLabel="Close" />
    </>,
  )
  return onClose
}

describe('The action items of a summary', () => {
  test('are lines that can be changed, with who does it and until when; confirmed ones become tasks in one call', async () => {
    const calls = serve(createFromItems, ({ body }) =>
      (body.items as { item: string }[]).map(({ item }, index) => ({ item, task_id: index + 50, is_new: true })),
    )
    const onClose = open()
    const dialog = await screen.findByRole('dialog', { name: 'Add as tasks' })
    const first = await within(dialog).findByRole('textbox', { name: 'Action item 1' })
    expect(within(dialog).getByRole('region', { name: 'Understood of item 1' })).toHaveTextContent(
      /Assigned: Tom Reyes/,
    )
    // A point that is ticked in the summary is not chosen, and one with a task is shown as such.
    expect(within(dialog).getByRole('checkbox', { name: 'Add Sweep bay 2' })).not.toBeChecked()
    expect(within(dialog).getByRole('link', { name: 'There is a task for this' })).toHaveAttribute('href', '#/tasks/41')
    expect(within(dialog).queryByRole('checkbox', { name: 'Add Lock the gate.' })).toBeNull()
    const { violations } = await axe.run(dialog, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])

    await userEvent.clear(first)
    await userEvent.type(first, 'Maya: call Halden')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add 2 tasks' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(calls[0]?.body).toMatchObject({
      doc_id: 3,
      items: [
        { item: 'Tom: call Halden tomorrow 3pm', title: 'call Halden', assignees: [7], branch_id: 1, deadline: null },
        { item: 'Order pads', title: 'Order pads', assignees: [] },
      ],
    })
    expect(await screen.findByText('2 tasks added')).toBeVisible()
  })

  test('are sent with the same key after a failure, which is said', async () => {
    const calls = serve(createFromItems, apiError('task.assign_missing'))
    const onClose = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Add 2 tasks' }))
    expect(await screen.findByText(/^You can assign tasks to yourself only/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Add 2 tasks' }))
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(calls[0]?.headers.get('idempotency-key')).toBeTruthy()
    expect(calls[1]?.headers.get('idempotency-key')).toBe(calls[0]?.headers.get('idempotency-key'))
    expect(onClose).not.toHaveBeenCalled()
  })

  test('that all have tasks leave nothing to add, and a task that is hidden has no link', async () => {
    made = items.map(({ text }) => ({ item: text.toLowerCase().replace(/\.$/, ''), task_id: null }))
    open()
    expect(await screen.findByText('There are tasks for all items.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
    expect(screen.getAllByText('There is a task for this that you cannot see')).toHaveLength(4)
    cleanup()
    serve(listMadeItems, apiError('document.not_found'))
    open(4)
    expect(await screen.findByRole('alert')).toHaveTextContent(/^What is a task already could not be loaded/)
    expect(screen.getByRole('button', { name: /^Add/ })).toBeDisabled()
  })
})

describe('What is still to be done in texts', () => {
  const ofLog = {
    ...{ doc_id: 3, document_name: 'Counter log', document_type: 'logbook' as const, log_id: 9, title: 'Bay 2 closed' },
    ...{ at: '2026-11-20T08:00:00.000Z', items: ['Sweep bay 2', 'Order pads'], is_editable: false },
  }
  const ofPage = { ...ofLog, doc_id: 4, document_name: 'Stock', log_id: null, title: '', items: ['Call Halden'] }

  test('is one list with links to the texts, from which tasks are made', async () => {
    let texts = [ofLog, { ...ofPage, document_type: 'document' as const }]
    serve(listOpenItems, () => texts)
    made = []
    const calls = serve(createFromItems, ({ body }) => {
      texts = texts.slice(1)
      return (body.items as { item: string }[]).map(({ item }, index) => ({ item, task_id: index + 50, is_new: true }))
    })
    const { container } = setup.page.open('/mytasks?show=items')
    const list = await screen.findByRole('list', { name: 'Action items' })
    expect(within(list).getByRole('link', { name: 'Bay 2 closed' })).toHaveAttribute('href', '#/docs/3?log=9')
    expect(within(list).getByRole('link', { name: 'Stock' })).toHaveAttribute('href', '#/docs/4')
    expect(within(list).getByText('Sweep bay 2')).toBeVisible()
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])

    await userEvent.click(within(list).getByRole('button', { name: 'Add as tasks, Bay 2 closed' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Add 2 tasks' }))
    await waitFor(() =>
      expect(calls[0]?.body).toMatchObject({ doc_id: 3, log_id: 9, items: [{ item: 'Sweep bay 2' }, {}] }),
    )
    await waitFor(() => expect(within(list).queryByRole('link', { name: 'Bay 2 closed' })).toBeNull())
    expect(within(list).getByRole('link', { name: 'Stock' })).toBeVisible()
  })

  test('is ticked in the list by who may change the text, with a way back', async () => {
    const mine = { ...ofLog, is_editable: true }
    let texts = [mine, ofPage]
    serve(listOpenItems, () => texts)
    const calls = serve(tickItem, ({ body }) => {
      texts = [{ ...mine, items: body.is_done ? ['Order pads'] : mine.items }, ofPage]
      return null
    })
    setup.page.open('/mytasks?show=items')
    const list = await screen.findByRole('list', { name: 'Action items' })
    expect(within(list).queryByRole('checkbox', { name: 'Call Halden' })).toBeNull()
    await userEvent.click(within(list).getByRole('checkbox', { name: 'Sweep bay 2' }))
    await waitFor(() => expect(within(list).queryByRole('checkbox', { name: 'Sweep bay 2' })).toBeNull())
    await waitFor(() => expect(within(list).getByRole('checkbox', { name: 'Order pads' })).toHaveFocus())
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await within(list).findByRole('checkbox', { name: 'Sweep bay 2' })).not.toBeChecked()
    const sent = { doc_id: 3, log_id: 9, item: 'Sweep bay 2' }
    expect(calls.map(({ body }) => body)).toMatchObject([
      { ...sent, is_done: true },
      { ...sent, is_done: false },
    ])

    serve(tickItem, apiError('task.item_gone'))
    await userEvent.click(within(list).getByRole('checkbox', { name: 'Order pads' }))
    expect(await screen.findByText('The item was not ticked')).toBeVisible()
    await waitFor(() => expect(within(list).getByRole('checkbox', { name: 'Order pads' })).not.toBeChecked())
  })

  test('says when there is nothing, and when the list did not load', async () => {
    serve(listOpenItems, apiError('server.error'))
    setup.page.open('/mytasks?show=items')
    expect(await screen.findByText('The action items did not load')).toBeVisible()
    serve(listOpenItems, [])
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Nothing is left to do in your texts')).toBeVisible()
  })
})
