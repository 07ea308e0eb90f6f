import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Button } from './button'

describe('A button whose action is running', () => {
  test('says that it is busy, keeps its name and can still take the focus', async () => {
    render(<Button loading>Send invite</Button>)
    const button = screen.getByRole('button', { name: 'Send invite', busy: true })
    await userEvent.tab()
    expect(button).toHaveFocus()
    expect(button).toHaveAttribute('aria-disabled', 'true')
  })

  test('ignores presses and does not send its form a second time', async () => {
    const press = vi.fn()
    const submit = vi.fn(event => event.preventDefault())
    const form = (loading: boolean) => (
      <form onSubmit={submit}>
        <Button type="submit" loading={loading} onClick={press}>
          Save
        </Button>
      </form>
    )
    const { rerender } = render(form(false))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    rerender(form(true))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await userEvent.keyboard('{Enter}')
    expect(press).toHaveBeenCalledOnce()
    expect(submit).toHaveBeenCalledOnce()
  })
})

test('a button inside a form submits it only if it is a submit button', async () => {
  const submit = vi.fn(event => event.preventDefault())
  render(
    <form onSubmit={submit}>
      <Button>Cancel</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(submit).not.toHaveBeenCalled()
})
