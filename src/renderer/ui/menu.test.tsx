import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Button } from './button'
import { Menu } from './menu'

function show({ rename = vi.fn(), remove = vi.fn(), byName = vi.fn() } = {}) {
  render(
    <>
      <Menu
        label="Logbook actions"
        entries={[
          { label: 'Rename', onSelect: rename },
          { label: 'All logbooks', href: '#/logbooks' },
          { kind: 'separator' },
          {
            kind: 'choice',
            label: 'Order',
            options: [
              { label: 'Newest first', checked: true, onSelect: vi.fn() },
              { label: 'By name', checked: false, onSelect: byName },
            ],
          },
          { label: 'Delete', danger: true, onSelect: remove },
        ]}
      >
        {trigger => <Button {...trigger}>More</Button>}
      </Menu>
      <Button>Elsewhere</Button>
    </>,
  )
  return { rename, remove, byName }
}

const trigger = () => screen.getByRole('button', { name: 'More' })
const gone = () => waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())

describe('A menu', () => {
  test('opens on a press, does what is chosen and closes', async () => {
    const { rename } = show()
    expect(trigger()).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(trigger())
    expect(await screen.findByRole('menu', { name: 'Logbook actions' })).toBeInTheDocument()
    expect(trigger()).toHaveAttribute('aria-expanded', 'true')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }))
    expect(rename).toHaveBeenCalledOnce()
    await gone()
  })

  test('works with the keyboard alone: open, move, choose, and the focus returns', async () => {
    const { remove } = show()
    trigger().focus()
    await userEvent.keyboard('{ArrowDown}')
    const first = await screen.findByRole('menuitem', { name: 'Rename' })
    await waitFor(() => expect(first).toHaveFocus())
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    expect(remove).toHaveBeenCalledOnce()
    await gone()
    await waitFor(() => expect(trigger()).toHaveFocus())
  })

  test('announces the checked option, and renders places as links', async () => {
    show()
    await userEvent.click(trigger())
    const order = within(await screen.findByRole('group', { name: 'Order' }))
    expect(order.getByRole('menuitemradio', { name: 'Newest first', checked: true })).toBeInTheDocument()
    expect(order.getByRole('menuitemradio', { name: 'By name', checked: false })).toBeInTheDocument()
    expect(screen.getByRole('menuitem', { name: 'All logbooks' })).toHaveAttribute('href', '#/logbooks')
  })

  test('changes the option by a press or the keyboard, and closes', async () => {
    const { byName } = show()
    await userEvent.click(trigger())
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'By name' }))
    expect(byName).toHaveBeenCalledOnce()
    await gone()
    trigger().focus()
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Rename' })).toHaveFocus())
    await userEvent.keyboard('b')
    await waitFor(() => expect(screen.getByRole('menuitemradio', { name: 'By name' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    expect(byName).toHaveBeenCalledTimes(2)
    await gone()
  })

  test('stays open while toggles are switched, also by keyboard', async () => {
    const toggles = { clear: vi.fn(), queue: vi.fn() }
    render(
      <Menu
        label="Labels"
        entries={[
          {
            kind: 'toggles',
            label: 'Counter',
            options: [
              { label: 'Clear', checked: true, onToggle: toggles.clear },
              { label: 'Queue', checked: false, onToggle: toggles.queue },
            ],
          },
        ]}
      >
        {trigger => <Button {...trigger}>Set labels</Button>}
      </Menu>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Set labels' }))
    const group = within(await screen.findByRole('group', { name: 'Counter' }))
    expect(group.getByRole('menuitemcheckbox', { name: 'Clear', checked: true })).toBeVisible()
    await userEvent.click(group.getByRole('menuitemcheckbox', { name: 'Queue', checked: false }))
    await userEvent.keyboard('c')
    await waitFor(() => expect(group.getByRole('menuitemcheckbox', { name: 'Clear' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    expect(toggles.queue).toHaveBeenCalledOnce()
    expect(toggles.clear).toHaveBeenCalledOnce()
    expect(screen.getByRole('menu', { name: 'Labels' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await gone()
  })

  test.each(['Elsewhere', 'More'])('closes with a press on %s', async name => {
    show()
    await userEvent.click(trigger())
    await screen.findByRole('menu')
    await userEvent.click(screen.getByRole('button', { name }))
    await gone()
  })

  test('closes with Escape', async () => {
    show()
    await userEvent.click(trigger())
    await screen.findByRole('menu')
    await userEvent.keyboard('{Escape}')
    await gone()
  })
})
