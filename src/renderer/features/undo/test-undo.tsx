import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { Toaster } from '../../ui/toast'

/** The place of notices, beside what a test renders. */
export function Notices() {
  return <Toaster label="Notifications" closeLabel="Close" />
}

async function press(notice: string, name: 'Close' | 'Undo'): Promise<void> {
  const said = await screen.findByText(notice)
  const item = said.closest('li')
  if (!item) throw new Error(`“${notice}” is not a notice.`)
  // A dialog that was opened before there were notices hides them.
  await userEvent.click(within(item).getByRole('button', { name, hidden: true }))
  await waitFor(() => expect(screen.queryByText(notice)).toBeNull())
}

/** Closes a notice, which sends what it tells of. */
export const closeNotice = (notice: string): Promise<void> => press(notice, 'Close')
/** Takes back what a notice tells of. */
export const pressUndo = (notice: string): Promise<void> => press(notice, 'Undo')
