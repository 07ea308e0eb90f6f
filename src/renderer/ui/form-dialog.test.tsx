import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { FormDialog } from './form-dialog'

function show({ isSubmitting = false, error = null as string | null } = {}) {
  const onSubmit = vi.fn(async (event: { preventDefault(): void }) => event.preventDefault())
  const onClose = vi.fn()
  render(
    <FormDialog
      title="New space"
      closeLabel="Close"
      cancelLabel="Cancel"
      submitLabel="Create"
      onClose={onClose}
      onSubmit={onSubmit}
      isSubmitting={isSubmitting}
      error={error}
    >
      <label>
        Name
        <input />
      </label>
    </FormDialog>,
  )
  return { onSubmit, onClose }
}

describe('A dialog with a form', () => {
  test('is submitted with its button or Enter, and closed with Cancel', async () => {
    const { onSubmit, onClose } = show()
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Bay 2{Enter}')
    expect(onSubmit).toHaveBeenCalledTimes(1)
    await userEvent.click(screen.getByRole('button', { name: 'Create' }))
    expect(onSubmit).toHaveBeenCalledTimes(2)
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('is not submitted twice', async () => {
    const { onSubmit } = show({ isSubmitting: true })
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Bay 2{Enter}')
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test('shows an error that concerns the whole form', async () => {
    show({ error: 'The plan is full.' })
    expect(await screen.findByRole('alert')).toHaveTextContent('The plan is full.')
  })
})
