import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Button } from './button'
import { ConfirmDialog } from './confirm-dialog'

function Page({ answer }: { answer: () => Promise<string | null> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete the bay</Button>
      {isOpen && (
        <ConfirmDialog
          danger
          title="Delete Bay 2?"
          text="Its logs go with it."
          confirmLabel="Delete"
          cancelLabel="Cancel"
          closeLabel="Close"
          onClose={() => setOpen(false)}
          onConfirm={async () => {
            const problem = await answer()
            if (problem === null) setOpen(false)
            return problem
          }}
        />
      )}
    </>
  )
}

async function ask(answer: () => Promise<string | null>) {
  render(<Page answer={answer} />)
  await userEvent.click(screen.getByRole('button', { name: 'Delete the bay' }))
  return screen.findByRole('alertdialog', { name: 'Delete Bay 2?' })
}

describe('A confirmation dialog', () => {
  test('says what the action does, and focuses the cancel button', async () => {
    const answer = vi.fn(async () => null)
    expect(await ask(answer)).toHaveAccessibleDescription('Its logs go with it.')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(answer).not.toHaveBeenCalled()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete the bay' })).toHaveFocus())
  })

  test('stays open with the error, and can be tried again', async () => {
    const answer = vi.fn<() => Promise<string | null>>().mockResolvedValueOnce('The server is not ready.')
    answer.mockResolvedValueOnce(null)
    const question = await ask(answer)
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The server is not ready.')
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(question).not.toBeInTheDocument())
  })

  test('acts once, however often it is pressed meanwhile', async () => {
    let finish: (problem: null) => void = () => undefined
    const answer = vi.fn(() => new Promise<null>(resolve => (finish = resolve)))
    const question = await ask(answer)
    const confirm = screen.getByRole('button', { name: 'Delete' })
    await userEvent.click(confirm)
    expect(confirm).toHaveAttribute('aria-busy', 'true')
    await userEvent.click(confirm)
    finish(null)
    await waitFor(() => expect(question).not.toBeInTheDocument())
    expect(answer).toHaveBeenCalledTimes(1)
  })
})
