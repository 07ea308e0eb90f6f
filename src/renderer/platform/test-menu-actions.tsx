import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { useActions } from './shortcuts'

/** What the command palette offers of the screen now. To wait for it, use `vi.waitFor`, which does not watch the page. */
export function offeredActions(): string[] {
  const { result, unmount } = renderHook(() => useActions())
  const labels = result.current.filter(({ isOn }) => isOn !== false).map(({ label }) => label)
  unmount()
  return labels
}

/** Does what the command palette does when an action of the screen is chosen. */
export function runAction(label: string): void {
  const { result, unmount } = renderHook(() => useActions())
  const action = result.current.findLast(({ isOn, label: own }) => isOn !== false && own === label)
  unmount()
  if (!action) throw new Error(`The command palette does not offer “${label}”.`)
  act(() => action.run())
}

const nameOf = (element: HTMLButtonElement | HTMLInputElement): string =>
  (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent).trim()

const isUsable = (element: HTMLButtonElement | HTMLInputElement) =>
  !element.disabled && element.getAttribute('aria-disabled') !== 'true' && !element.hasAttribute('aria-current')

/**
 * Expects that the command palette offers what the buttons and visible choices of the screen do, as far as they can be
 * used now and would change something. A button of a menu stands for its lines, which `expectMenuInPalette` checks. `but` names the buttons that
 * the palette need not offer, each with the reason.
 */
export function expectButtonsInPalette(but: Readonly<Record<string, string>> = {}): void {
  const buttons = screen
    .queryAllByRole<HTMLButtonElement>('button')
    .filter(button => button.getAttribute('aria-haspopup') !== 'menu')
  const radios = screen.queryAllByRole<HTMLInputElement>('radio', { checked: false })
  const names = [...buttons, ...radios]
    .filter(isUsable)
    .map(nameOf)
    .filter(name => !(name in but))
  const offered = offeredActions().flatMap(label => [label, label.slice(label.indexOf(': ') + 2)])
  // The name of a button may end with a number, which is no part of what it does.
  const missing = names.filter(name => !offered.some(label => name === label || name.startsWith(`${label} `)))
  expect(missing).toEqual([])
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
