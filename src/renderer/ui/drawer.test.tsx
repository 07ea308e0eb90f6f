import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Drawer } from './drawer'

function show(onClose = vi.fn()) {
  render(
    <Drawer open onClose={onClose} title="What Mate read" closeLabel="Close">
      <a href="#/logbooks/1">Bay log</a>
    </Drawer>,
  )
  return onClose
}

describe('The details drawer', () => {
  test('is a pane beside the content on a desktop', () => {
    show()
    expect(screen.getByRole('complementary', { name: 'What Mate read' })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test.each([390, 1000])('covers the page at %d pixels', async width => {
    window.innerWidth = width
    show()
    expect(await screen.findByRole('dialog', { name: 'What Mate read' })).toBeInTheDocument()
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument()
  })

  test.each([390, 1440])('closes with Escape at %d pixels', async width => {
    window.innerWidth = width
    const close = show()
    const link = await screen.findByRole('link', { name: 'Bay log' })
    link.focus()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })
})
