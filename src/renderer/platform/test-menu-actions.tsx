import { renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { useActions } from './shortcuts'

/** What the command palette offers of the screen now. */
export function offeredActions(): string[] {
  const { result, unmount } = renderHook(() => useActions())
  const labels = result.current.filter(({ isOn }) => isOn !== false).map(({ label }) => label)
  unmount()
  return labels
}

/** Opens a menu of the screen, and expects that the command palette offers every line of it that can be chosen. */
export async function expectMenuInPalette(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }))
  const menu = within(await screen.findByRole('menu'))
  const lines = [
    ...menu.queryAllByRole('menuitem'),
    ...menu.queryAllByRole('menuitemradio', { checked: false }),
    ...menu.queryAllByRole('menuitemcheckbox'),
  ].filter(line => line.getAttribute('aria-disabled') !== 'true')
  expect(lines.length).toBeGreaterThan(0)
  const offered = offeredActions()
  const missing = lines
    .map(line => line.querySelector('.truncate')?.textContent ?? line.textContent ?? '')
    .filter(text => !offered.some(label => label === text || label.endsWith(`: ${text}`)))
  expect(missing).toEqual([])
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
}
