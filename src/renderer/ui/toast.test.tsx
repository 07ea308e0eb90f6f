import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Toaster, toast } from './toast'

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Advances half a second in small steps, because appearing and leaving take several turns that follow one another. */
async function settle() {
  for (let turn = 0; turn < 10; turn++) await pass(50)
}

/** Advances in steps of 10 ms until the toast appears. */
async function arrival(text: string) {
  for (let turn = 0; turn < 100 && !screen.queryByText(text); turn++) await pass(10)
}

let user: ReturnType<typeof userEvent.setup>

beforeEach(async () => {
  await import('./toast-stack')
  vi.useFakeTimers()
  user = userEvent.setup({ advanceTimers: ms => vi.advanceTimersByTime(ms) })
  render(
    <>
      <button type="button">Outside</button>
      <Toaster label="Notifications" closeLabel="Close" />
    </>,
  )
})

afterEach(async () => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) await user.click(close)
  await settle()
  vi.useRealTimers()
})

describe('Toasts', () => {
  test('[9.7a] stand at the top right, 320 pixels wide', async () => {
    toast.success('Job saved', { text: 'Next run today at 2:30 PM' })
    await settle()
    const stack = screen.getByRole('list')
    expect(stack).toHaveAttribute('data-y-position', 'top')
    expect(stack).toHaveAttribute('data-x-position', 'right')
    expect(stack.style.getPropertyValue('--width')).toBe('320px')
    expect(screen.getByRole('status')).toHaveTextContent('Job savedNext run today at 2:30 PM')
  })

  test('[9.7a] leave by themselves after 5000 ms and not before', async () => {
    toast.info('Priya mentioned you')
    await arrival('Priya mentioned you')
    await pass(4970)
    expect(screen.getByRole('listitem')).toHaveAttribute('data-removed', 'false')
    await pass(50)
    expect(screen.getByRole('listitem')).toHaveAttribute('data-removed', 'true')
    await settle()
    expect(screen.queryByText('Priya mentioned you')).not.toBeInTheDocument()
  })

  test('[9.7a] are all visible while the window has room, and the rest wait', async () => {
    for (let n = 1; n <= 14; n++) toast.info(`News ${n}`)
    await settle()
    const shown = screen.getAllByRole('listitem')
    expect(shown).toHaveLength(11)
    for (const item of shown) expect(item).toHaveAttribute('data-visible', 'true')
    expect(screen.queryByText('News 12')).not.toBeInTheDocument()
    await pass(5500)
    await settle()
    for (const n of [12, 13, 14]) expect(screen.getByText(`News ${n}`)).toBeInTheDocument()
  })

  test('for failures are alerts and stay until they are closed', async () => {
    toast.failure('Invite not sent', { text: 'Check the address and send it again' })
    await settle()
    await pass(60_000)
    expect(screen.getByRole('alert')).toHaveTextContent('Invite not sent')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await settle()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('with the same key replace one another', async () => {
    toast.failure('Invite not sent', { key: 'invite' })
    await settle()
    toast.failure('Invite not sent again', { key: 'invite' })
    await settle()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(screen.getByRole('alert')).toHaveTextContent('Invite not sent again')
  })

  test('run their action once and close', async () => {
    const again = vi.fn()
    toast.failure('Invite not sent', { action: { label: 'Try Again', onPress: again } })
    await settle()
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    await settle()
    expect(again).toHaveBeenCalledOnce()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('with the key of one that is just closing are shown', async () => {
    const undo = { label: 'Undo', onPress: () => undefined }
    toast.success('Label removed', { key: 'tasks', action: undo })
    await settle()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await pass(20)
    toast.success('Point removed', { key: 'tasks', action: undo })
    await settle()
    await pass(1_000)
    expect(screen.getByRole('status')).toHaveTextContent('Point removed')
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  })

  test('[2.22a] [2.22b] take the focus with Alt+T, wait while they have it, and Escape gives it back', async () => {
    await user.click(screen.getByRole('button', { name: 'Outside' }))
    toast.info('First')
    toast.info('Second')
    await settle()
    await user.keyboard('{Alt>}t{/Alt}')
    expect(screen.getAllByRole('listitem')[0]).toHaveFocus()
    await pass(20_000)
    expect(screen.getByText('First')).toBeInTheDocument()
    await user.keyboard('{Escape}')
    expect(screen.getByRole('button', { name: 'Outside' })).toHaveFocus()
    await pass(6000)
    expect(screen.queryByText('First')).not.toBeInTheDocument()
  })
})
