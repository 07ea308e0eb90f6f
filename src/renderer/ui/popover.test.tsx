import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Button } from './button'
import { TextField } from './field'
import { Popover } from './popover'

test('a popover takes the focus, closes from within and returns the focus', async () => {
  render(
    <Popover
      label="Filter tasks"
      content={close => (
        <>
          <TextField label="Name" />
          <Button onClick={close}>Apply</Button>
        </>
      )}
    >
      {trigger => <Button {...trigger}>Filter</Button>}
    </Popover>,
  )
  const trigger = screen.getByRole('button', { name: 'Filter' })
  await userEvent.click(trigger)
  expect(await screen.findByRole('dialog', { name: 'Filter tasks' })).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus())
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(trigger).toHaveFocus())
})
