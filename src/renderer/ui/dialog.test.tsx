import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Button } from './button'
import { Dialog } from './dialog'
import { TextField } from './field'

function Page({ dismissible, onStop }: { dismissible?: boolean; onStop?: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <section aria-label="Sharing" aria-live="polite">
        <Button onClick={onStop}>Stop sharing</Button>
      </section>
      <main>
        <Button onClick={() => setOpen(true)}>New task</Button>
      </main>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="New task"
        description="It goes to Harbourside."
        closeLabel="Close"
        dismissible={dismissible}
        footer={<Button variant="primary">Create</Button>}
      >
        <TextField label="Title" />
      </Dialog>
    </>
  )
}

async function openDialog() {
  await userEvent.click(screen.getByRole('button', { name: 'New task' }))
  return screen.findByRole('dialog', { name: 'New task' })
}

const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

describe('A dialog', () => {
  test('is named and described, and its first field has the focus', async () => {
    render(<Page />)
    expect(await openDialog()).toHaveAccessibleDescription('It goes to Harbourside.')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus())
  })

  test('keeps the focus inside while it is open', async () => {
    render(<Page />)
    const dialog = await openDialog()
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus())
    await userEvent.tab()
    expect(screen.getByRole('button', { name: 'Create' })).toHaveFocus()
    await userEvent.tab()
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
    await userEvent.tab()
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
  })

  test('closes with Escape and returns the focus to what opened it', async () => {
    render(<Page />)
    await openDialog()
    await userEvent.keyboard('{Escape}')
    await gone()
    await waitFor(() => expect(screen.getByRole('button', { name: 'New task' })).toHaveFocus())
  })

  test('closes with its button', async () => {
    render(<Page />)
    await openDialog()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await gone()
  })

  test('that must be answered ignores Escape and has no close button', async () => {
    render(<Page dismissible={false} />)
    await openDialog()
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'New task' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument()
  })

  test('leaves the capture strip within reach, and stays open when it is used', async () => {
    const stop = vi.fn()
    render(<Page onStop={stop} />)
    await openDialog()
    // Found by role, which fails for content that a modal dialog hides from assistive technology.
    await userEvent.click(screen.getByRole('button', { name: 'Stop sharing' }))
    expect(stop).toHaveBeenCalledOnce()
    expect(screen.getByRole('dialog', { name: 'New task' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'New task' })).not.toBeInTheDocument()
  })
})
