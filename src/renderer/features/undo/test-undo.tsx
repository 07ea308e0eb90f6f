import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { Toaster } from '../../ui/toast'

/** The place of notices, beside what a test renders. */
export function Notices() {
  return <Toaster label="Notifications" closeLabel="Close" />
}

async function press(said: HTMLElement, name: 'Close' | 'Undo'): Promise<void> {
  const item = said.closest('li')
  if (!item) throw new Error(`“${said.textContent}” is not a notice.`)
  // A dialog that was opened before there were notices hides them.
  await userEvent.click(within(item).getByRole('button', { name, hidden: true }))
}

const untilGone = (notice: string) => waitFor(() => expect(screen.queryByText(notice)).toBeNull())

/** Closes all notices with these words, which sends what they tell of. */
export async function closeNotice(notice: string): Promise<void> {
  for (const said of await screen.findAllByText(notice)) await press(said, 'Close')
  await untilGone(notice)
}

/** Takes back what a notice tells of. */
export async function pressUndo(notice: string): Promise<void> {
  await press(await screen.findByText(notice), 'Undo')
  await untilGone(notice)
}
