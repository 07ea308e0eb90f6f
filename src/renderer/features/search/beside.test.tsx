import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Outlet, RouterProvider, useParams, useSearchParams } from 'react-router-dom'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { search } from '#shared/contract/search/endpoints'
import { useIsBeside } from '../../platform/beside'
import { endSession } from '../../platform/session'
import { startShortcuts } from '../../platform/shortcuts'
import { ManualClock } from '../../platform/test-environment'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { useTitle } from '../../platform/title'
import { SearchPage } from './page'
import { answerOf, documentHit, logHit, personHit, taskHit } from './test-hits'

withServer()
withEnglish('searchPage')
afterEach(() => {
  window.innerWidth = 1440
  endSession()
})

/** Stands for a document, which reads its own address and changes it. */
function Document() {
  const { doc_id } = useParams()
  const [query, setQuery] = useSearchParams()
  return (
    <main aria-label={`Document ${doc_id} ${query.toString()} ${useIsBeside() ? 'beside' : ''}`}>
      <button type="button" onClick={() => setQuery({ labels: 'urgent' })}>
        Filter
      </button>
    </main>
  )
}
beforeAll(() => startShortcuts())

function Task() {
  return <main aria-label={`Task ${useParams().task_id}`} />
}

const hits = [
  logHit(9, '[Pads] worn'),
  documentHit(5, 'All about [pads]'),
  taskHit(4, 'Order [pads]'),
  personHit(7, 'P'),
]

async function opened(address = '?q=pads') {
  signInAs(1)
  const calls = serve(search, answerOf(hits))
  const clock = new ManualClock()
  const router = createMemoryRouter(
    [
      {
        element: <Outlet />,
        children: [
          { path: '/search', element: <SearchPage clock={clock} /> },
          { path: '/docs/:doc_id', element: <Document /> },
          { path: '/tasks/:task_id', element: <Task /> },
        ],
      },
    ],
    { initialEntries: [`/search${address}`] },
  )
  render(<RouterProvider router={router} />)
  await screen.findByRole('list', { name: 'Results' })
  return { router, calls, clock, here: () => new URLSearchParams(router.state.location.search).get('open') }
}

describe('A result beside the others', () => {
  test('opens in the pane; the list keeps the focus and the address names it; the page is one link further', async () => {
    const { here, calls } = await opened()
    const link = screen.getByRole('link', { name: /Pads worn/ })
    await userEvent.click(link)
    expect(await screen.findByRole('main', { name: 'Document 3 log=9 beside' })).toBeVisible()
    expect(link).toHaveFocus()
    expect(link).toHaveAttribute('aria-current', 'true')
    expect(here()).toBe('/docs/3?log=9')
    expect(screen.getAllByRole('main')).toHaveLength(1)
    const pane = screen.getByRole('region', { name: 'Selected result' })
    expect(within(pane).getByRole('link', { name: 'Open' })).toHaveAttribute('href', '#/docs/3?log=9')
    expect(calls).toHaveLength(1)
  })

  test('the pane follows the arrow keys when they rest, and what has no page leaves it as it is', async () => {
    const { here, clock } = await opened('?q=pads&open=%2Fdocs%2F3%3Flog%3D9')
    screen.getByRole('link', { name: /Pads worn/ }).focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(screen.getByRole('main', { name: /^Document 3/ })).toBeInTheDocument()
    await act(() => clock.pass(200))
    expect(await screen.findByRole('main', { name: 'Task 4' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /Order pads/ })).toHaveFocus()
    expect(here()).toBe('/tasks/4')
    await userEvent.keyboard('{ArrowDown}')
    await act(() => clock.pass(200))
    expect(screen.getByRole('main', { name: 'Task 4' })).toBeInTheDocument()
  })

  test('Escape closes it and returns the focus to its result; Back closes it too', async () => {
    const { here, router } = await opened('?q=pads&open=%2Ftasks%2F4')
    await screen.findByRole('main', { name: 'Task 4' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('main', { name: 'Task 4' })).not.toBeInTheDocument())
    expect(screen.getByRole('link', { name: /Order pads/ })).toHaveFocus()
    expect(here()).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: /All about pads/ }))
    await userEvent.click(screen.getByRole('link', { name: /Order pads/ }))
    expect(here()).toBe('/tasks/4')
    await act(() => router.navigate(-1))
    expect(here()).toBeNull()
    expect(router.state.location.search).toBe('?q=pads')
  })

  test('what is set in the pane stays in it, and another search closes it', async () => {
    const { here, clock } = await opened('?q=pads&open=%2Fdocs%2F5')
    await userEvent.click(await screen.findByRole('button', { name: 'Filter' }))
    expect(await screen.findByRole('main', { name: 'Document 5 labels=urgent beside' })).toBeInTheDocument()
    expect(here()).toBe('/docs/5?labels=urgent')
    expect(useTitle.getState().title).toBe('pads – Search')
    await userEvent.type(screen.getByRole('searchbox'), ' x')
    await act(() => clock.pass(200))
    expect(here()).toBeNull()
  })

  test.each([
    ['a narrow screen', 800, '%2Fdocs%2F5'],
    ['an address that is no result', 1440, '%2Fadministration'],
  ])('%s has no pane', async (_, width, address) => {
    window.innerWidth = width
    await opened(`?q=pads&open=${address}`)
    expect(screen.getByRole('main', { name: 'Search' })).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Selected result' })).not.toBeInTheDocument()
  })
})
