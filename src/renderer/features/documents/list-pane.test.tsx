import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listDocuments, type NoteItem } from '#shared/contract/documents/endpoints'
import { endSession } from '../../platform/session'
import { startShortcuts } from '../../platform/shortcuts'
import { expectMenuInPalette } from '../../platform/test-menu-actions'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { itemOf, logOf } from '../logs/test-logs'
import { ListPane } from './list-pane'
import { useDocuments } from './store'

withServer()
withEnglish('documents')

let items: NoteItem[]
let written: number
let stop: () => void

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  written = 0
  items = [
    itemOf(3, 'Bay log'),
    itemOf(4, 'Counter log'),
    itemOf(5, 'Opening checklist', { document_type: 'document' }),
  ]
  serve(listDocuments, ({ body }) =>
    items.filter(item => item.doc_name.toLowerCase().includes(String(body.query ?? '').toLowerCase())),
  )
  stop = startShortcuts()
})
afterEach(() => {
  cleanup()
  stop()
  endSession()
  localStorage.clear()
})

function open(at: string) {
  const list = (current: number | null) => <ListPane current={current} onNew={() => undefined} />
  const routes = [
    { path: '/docs', element: list(null) },
    { path: '/docs/:doc_id', element: list(3) },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  return { ...render(<RouterProvider router={router} />), router }
}

describe('The list of logbooks', () => {
  const rows = () =>
    within(screen.getByRole('navigation', { name: 'Logbooks' }))
      .getAllByRole('link')
      .map(element => /^(Bay log|Counter log|Yard|Opening checklist)/.exec(element.textContent ?? '')?.[0])
  /** Somebody writes a log there, newer than all others. */
  function write(doc_id: number) {
    written += 1
    const log = logOf(90 + written, { doc_id, created_at: `2026-12-01T00:00:0${written}Z` })
    act(() => useDocuments.getState().written(log))
  }

  test('keeps its order while the pointer is on it, and updates when it leaves', async () => {
    open('/docs')
    const row = await screen.findByRole('link', { name: /Counter log/ })
    expect(rows()).toEqual(['Bay log', 'Counter log', 'Opening checklist'])
    await userEvent.hover(row)
    write(4)
    await waitFor(() => expect(useDocuments.getState().all.ids).toEqual([4, 3, 5]))
    expect(rows()).toEqual(['Bay log', 'Counter log', 'Opening checklist'])
    act(() => useDocuments.getState().forget(3))
    await waitFor(() => expect(rows()).toEqual(['Counter log', 'Opening checklist']))
    await userEvent.unhover(row)
    write(5)
    await waitFor(() => expect(useDocuments.getState().all.ids).toEqual([5, 4]))
  })

  test('keeps its order while it has the keyboard focus, but not after a row was pressed', async () => {
    open('/docs')
    const row = await screen.findByRole('link', { name: /Counter log/ })
    fireEvent.keyDown(document.body, { key: 'j' })
    expect(screen.getByRole('link', { name: /Bay log/ })).toHaveFocus()
    write(4)
    await waitFor(() => expect(useDocuments.getState().all.ids).toEqual([4, 3, 5]))
    expect(rows().slice(0, 2)).toEqual(['Bay log', 'Counter log'])
    act(() => (document.activeElement as HTMLElement).blur())
    expect(rows().slice(0, 2)).toEqual(['Counter log', 'Bay log'])
    fireEvent.pointerDown(row)
    row.focus()
    fireEvent.pointerUp(row)
    write(3)
    await waitFor(() => expect(rows().slice(0, 2)).toEqual(['Bay log', 'Counter log']))
  })

  test('is ordered by name if the person chose so, also at the next visit, and does not move when somebody writes', async () => {
    items = [itemOf(4, 'Counter log'), itemOf(3, 'Bay log')]
    const calls = serve(listDocuments, ({ body }) =>
      body.order === 'name' ? items.toSorted((item, other) => item.doc_name.localeCompare(other.doc_name)) : items,
    )
    const { unmount } = open('/docs')
    await screen.findByRole('link', { name: /Counter log/ })
    expect(rows()).toEqual(['Counter log', 'Bay log'])
    await expectMenuInPalette('List options')
    await userEvent.click(screen.getByRole('button', { name: 'List options' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'By name' }))
    await waitFor(() => expect(rows()).toEqual(['Bay log', 'Counter log']))
    write(4)
    await waitFor(() => expect(useDocuments.getState().items[4]?.last_written_at).toContain('2026-12'))
    expect(rows()).toEqual(['Bay log', 'Counter log'])
    unmount()
    endSession()
    signInAs(7, { organizationId: 3 })
    open('/docs')
    await waitFor(() => expect(rows()).toEqual(['Bay log', 'Counter log']))
    expect(calls.filter(call => !call.body.only).map(call => call.body.order)).toEqual([undefined, 'name', 'name'])
    cleanup()
    endSession()
    signInAs(8, { organizationId: 3 })
    open('/docs')
    await waitFor(() => expect(rows()).toEqual(['Counter log', 'Bay log']))
  })

  test('leads from its search to all logs, and clears the box once something was chosen', async () => {
    const { router } = open('/docs')
    await screen.findByRole('link', { name: /Counter log/ })
    const box = () => screen.getByRole('searchbox', { name: 'Search logbooks' })
    await userEvent.type(box(), 'bay & co')
    expect(await screen.findByRole('link', { name: 'Search all logs for “bay & co”' })).toHaveAttribute(
      'href',
      '#/search?q=bay%20%26%20co',
    )
    expect(await screen.findByText('No logbook matches “bay & co”')).toBeVisible()
    await userEvent.clear(box())
    expect(screen.queryByRole('link', { name: /Search all logs/ })).toBeNull()
    await userEvent.type(box(), 'bay')
    await waitFor(() => expect(screen.queryByRole('link', { name: /Counter log/ })).toBeNull())
    await act(() => router.navigate('/docs/3'))
    expect(box()).toHaveValue('')
    expect(await screen.findByRole('link', { name: /Counter log/ })).toBeVisible()
    await userEvent.type(box(), 'bay')
    await userEvent.click(await screen.findByRole('link', { name: /Search all logs/ }))
    expect(box()).toHaveValue('')
    expect(useDocuments.getState().found).toBeNull()
  })
})
