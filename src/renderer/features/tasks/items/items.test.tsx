import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createFromItems, listMadeItems, type MadeItem } from '#shared/contract/tasks/origins'
import { apiError } from '#shared/errors'
import { serve } from '../../../platform/test-server'
import { Toaster } from '../../../ui/toast'
import { withTestPage } from '../test-page'
import { ItemsDialog } from './items-dialog'

withTestPage()
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
