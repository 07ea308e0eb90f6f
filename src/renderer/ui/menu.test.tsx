import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Button } from './button'
import { Menu } from './menu'

function show({ rename = vi.fn(), remove = vi.fn() } = {}) {
  render(
    <>
      <Menu
        label="Logbook actions"
        entries={[
          { label: 'Rename', onSelect: rename },
          { label: 'All logbooks', href: '#/logbooks' },
          { kind: 'separator' },
          { label: 'Pinned', checked: true, onSelect: vi.fn() },
          { label: 'Delete', danger: true, onSelect: remove },
        ]}
      >
        {trigger => <Button {...trigger}>More</Button>}
      </Menu>
      <Button>Elsewhere</Button>
    </>,
  )
  return { rename, remove }
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

  test('is worked with the keyboard alone: open, move, choose, and the focus is back', async () => {
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

  test('says which choice holds, and places are links', async () => {
    show()
    await userEvent.click(trigger())
    expect(await screen.findByRole('menuitemcheckbox', { name: 'Pinned', checked: true })).toBeInTheDocument()
    expect(screen.getByRole('menuitem', { name: 'All logbooks' })).toHaveAttribute('href', '#/logbooks')
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
