import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Plus } from 'lucide-react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { IconButton } from './icon-button'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const setup = () => userEvent.setup({ advanceTimers: ms => vi.advanceTimersByTime(ms) })
const hint = () => screen.queryByText('New logbook')

describe('The hint of an icon button', () => {
  test('appears after half a second under the pointer, and Escape hides it', async () => {
    const user = setup()
    render(<IconButton icon={Plus} label="New logbook" keys="C" />)
    await user.hover(screen.getByRole('button', { name: 'New logbook' }))
    act(() => vi.advanceTimersByTime(400))
    expect(hint()).not.toBeInTheDocument()
    act(() => vi.advanceTimersByTime(200))
    expect(hint()).toHaveTextContent('New logbookC')
    await user.unhover(screen.getByRole('button', { name: 'New logbook' }))
    expect(hint()).not.toBeInTheDocument()
  })

  test('appears at once on keyboard focus, and Escape hides it', async () => {
    const user = setup()
    render(<IconButton icon={Plus} label="New logbook" />)
    await user.tab()
    expect(hint()).toBeInTheDocument()
    await user.keyboard('{Escape}')
    expect(hint()).not.toBeInTheDocument()
  })
})
