import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type SearchAnswer, search } from '#shared/contract/search/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../platform/session'
import { ManualClock } from '../../platform/test-environment'
import { expectButtonsInPalette, offeredActions } from '../../platform/test-menu-actions'
import { renderPage, withEnglish } from '../../platform/test-page'
import { type Received, serve, signInAs, withServer } from '../../platform/test-server'
import { listedKeys } from '../../ui/local-keys'
import { SearchPage } from './page'
import { answerOf, documentHit, logHit, personHit, pieces, saidHit } from './test-hits'

withServer()
withEnglish('searchPage')
afterEach(() => {
  vi.useRealTimers()
  endSession()
})

function open(query = '', clock = new ManualClock()) {
  signInAs(1)
  return { clock, ...renderPage(<SearchPage clock={clock} />, { path: '/search', search: query }) }
}

const field = () => screen.getByRole('searchbox', { name: 'Search everything' })
const pads = [logHit(9, '[Pads] worn', 'Front [pads] worn'), documentHit(3, 'All about [pads]')]

describe('The search page', () => {
  test('shows results for the address with matches marked, and links to them', async () => {
    const calls = serve(search, answerOf([...pads, personHit(7, '[Pads]worth')]))
    open('?q=pads')
    const links = await screen.findAllByRole('link')
    expect(links.map(link => link.getAttribute('href'))).toEqual(['#/docs/3?log=9', '#/docs/3', '#/search?q=pads#org'])
    expect(links[0]).toHaveTextContent('Pads wornFront pads wornLog · Bay log · Tom Reyes · ')
    expect([...document.querySelectorAll('mark')].map(mark => mark.textContent)).toEqual([
      'Pads',
      'pads',
      'pads',
      'Pads',
    ])
    expect(screen.getByRole('status')).toHaveTextContent('3 results')
    expect(calls[0]?.body).toMatchObject({ query: 'pads' })
  })

  test('links a spoken sentence to its moment in the meeting, and names the speaker', async () => {
    serve(search, answerOf([saidHit(4, 'The [pads] are worn.'), saidHit(6, 'Which [pads]?', null)]))
    open('?q=pads')
    const [named, unnamed] = await screen.findAllByRole('link')
    expect(named).toHaveAttribute('href', '#/docs/5?at=3725.25')
    expect(named).toHaveTextContent(
      /^The pads are worn\.Said in a meeting · Monday round · Priya Nair · 1:02:05 · .*November 20, 2026/,
    )
    expect(unnamed).toHaveTextContent('Monday round · Speaker 2 · 1:02:05')
    expect(screen.getByRole('button', { name: 'Meetings 2' })).toBeInTheDocument()
  })

  test('links words on a picture to the picture at its source [D48]', async () => {
    const source = { kind: 'camera', camera_id: 4 } as const
    const frame_id = '11111111-1111-4111-8111-111111111111'
    serve(
      search,
      answerOf([
        {
          ...{ kind: 'frame', frame_id, source, source_name: 'Front counter', title: pieces('Out of [paper]') },
          ...{ excerpt: [], by: null, at: '2026-11-20T09:30:00Z' },
        },
      ]),
    )
    open('?q=paper')
    const link = await screen.findByRole('link')
    expect(link).toHaveAttribute('href', `#/feed?source=camera.4&picture=${frame_id}`)
    expect(link).toHaveTextContent(/^Out of paperWords on a picture · Front counter · .*November 20, 2026/)
  })

  test('shows results as plain text only', async () => {
    serve(search, answerOf([logHit(1, '<img src=x> [<b>]')]))
    open('?q=b')
    expect(await screen.findByRole('link')).toHaveTextContent('<img src=x> <b>')
    expect(document.querySelector('img')).toBeNull()
  })

  test('searches a moment after the last key, and keeps the text in the address', async () => {
    const calls = serve(search, answerOf(pads))
    const { clock, router } = open()
    expect(screen.getByText('Search the whole workspace')).toBeInTheDocument()
    await userEvent.type(field(), 'pads')
    expect(calls).toHaveLength(0)
    await act(() => clock.pass(200))
    expect(await screen.findByRole('list', { name: 'Results' })).toBeInTheDocument()
    expect(calls.map(call => call.body.query)).toEqual(['pads'])
    expect(router.state.location.search).toBe('?q=pads')
  })

  test('drops an answer that arrives after a newer search', async () => {
    let late: (answer: SearchAnswer) => void = () => undefined
    serve(search, ({ body }: Received) =>
      body.query === 'pads'
        ? new Promise<SearchAnswer>(resolve => {
            late = resolve
          })
        : answerOf([logHit(2, '[Chain] oiled')]),
    )
    const { clock } = open('?q=pads')
    await userEvent.clear(field())
    await userEvent.type(field(), 'chain')
    await act(() => clock.pass(200))
    expect(await screen.findByRole('link', { name: /Chain oiled/ })).toBeInTheDocument()
    await act(async () => late(answerOf(pads)))
    expect(screen.queryByRole('link', { name: /Pads worn/ })).not.toBeInTheDocument()
  })

  test('filters by kinds, with counts, and by days in the reader’s zone', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T09:00:00Z') })
    const calls = serve(search, answerOf(pads))
    const { router } = open('?q=pads')
    await userEvent.click(await screen.findByRole('button', { name: 'Logs 1' }))
    await waitFor(() => expect(calls.at(-1)?.body.kinds).toEqual(['log']))
    expect(screen.getByRole('button', { name: 'Logs 1', pressed: true })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Any time' }))
    await userEvent.click(await screen.findByRole('button', { name: /November 13, 2026$/ }))
    expect(screen.getByText(/^First day: .*November 13, 2026\. Choose the last day\.$/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: /November 12, 2026$/ }))
    await waitFor(() =>
      expect(calls.at(-1)?.body).toMatchObject({ from: '2026-11-12T00:00:00.000Z', to: '2026-11-14T00:00:00.000Z' }),
    )
    expect(router.state.location.search).toBe('?q=pads&kinds=log&from=2026-11-12&to=2026-11-13')
    await userEvent.click(screen.getByRole('button', { name: 'Nov 12, 2026 to Nov 13, 2026' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Yesterday' }))
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ from: '2026-11-19T00:00:00.000Z' }))
    expect(screen.getByRole('button', { name: 'Yesterday' })).toBeVisible()
  })

  test('reads days from the words, and searches for the words themselves once their chip is removed', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z'), toFake: ['Date'] })
    const calls = serve(search, answerOf(pads))
    const { router } = open('?q=worn+pads+last+week')
    expect(await screen.findByText('last week: Nov 9 – 15, 2026')).toBeVisible()
    expect(calls[0]?.body).toMatchObject({
      ...{ query: 'worn pads', from: '2026-11-09T00:00:00.000Z', to: '2026-11-16T00:00:00.000Z' },
    })
    expect(field()).toHaveValue('worn pads last week')
    await userEvent.click(screen.getByRole('button', { name: 'Search for the words “last week” instead' }))
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(calls[1]?.body).toMatchObject({ query: 'worn pads last week' })
    expect(calls[1]?.body).not.toHaveProperty('from')
    expect(router.state.location.search).toContain('days=words')
    expect(screen.queryByText(/^last week:/)).toBeNull()
  })

  test('days that are chosen take the place of those in the words', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z'), toFake: ['Date'] })
    const calls = serve(search, answerOf(pads))
    const { router } = open('?q=pads+last+week')
    await userEvent.click(await screen.findByRole('button', { name: 'Any time' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Today' }))
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ query: 'pads', from: '2026-11-20T00:00:00.000Z' }))
    expect(router.state.location.search).toBe('?q=pads&from=2026-11-20&to=2026-11-20')
  })

  test('is walked along with the arrow keys, from the field on', async () => {
    serve(search, answerOf(pads))
    open('?q=pads')
    const [first, second] = await screen.findAllByRole('link')
    field().focus()
    expect(listedKeys().map(({ group }) => group)).toContain('results')
    await userEvent.keyboard('{ArrowDown}')
    expect(first).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    expect(second).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}')
    expect(first).toHaveFocus()
  })

  test('groups the results by kind, the best kind first, and offers recent searches again', async () => {
    serve(search, answerOf([...pads, logHit(11, 'Other [pads]')]))
    const { router, unmount } = open('?q=pads')
    const logs = await screen.findByRole('list', { name: 'Logs' })
    expect(within(logs).getAllByRole('link')).toHaveLength(2)
    expect(screen.getAllByRole('heading', { level: 2 }).map(title => title.textContent)).toEqual(['Logs', 'Documents'])
    expect(router.state.location.search).toBe('?q=pads')
    unmount()
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'pads' }))
    expect(await screen.findByRole('list', { name: 'Logs' })).toBeVisible()
  })

  test('shows the corrected search text', async () => {
    serve(search, answerOf(pads, { corrected: pieces('[brake] pads') }))
    open('?q=barke+pads')
    expect(await screen.findByText(/^Showing results for/)).toHaveTextContent('Showing results for brake pads')
  })

  test('shows tips when there are no results, and clears the filters', async () => {
    serve(search, ({ body }: Received) => answerOf(body.kinds ? [] : pads))
    open('?q=pads&kinds=graph')
    expect(await screen.findByText('Nothing found for “pads”')).toBeInTheDocument()
    expect(screen.getByText('Try fewer or different words.')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findAllByRole('link')).toHaveLength(2)
  })

  test('reports a failure, and can be tried again', async () => {
    serve(search, apiError('server.error'))
    open('?q=pads')
    const again = await screen.findByRole('button', { name: 'Try Again' })
    serve(search, answerOf(pads))
    await userEvent.click(again)
    expect(await screen.findAllByRole('link')).toHaveLength(2)
  })

  test('loads more results without duplicates, and reports a failure', async () => {
    serve(search, answerOf(pads, { next_cursor: 'two' }))
    open('?q=pads')
    const more = await screen.findByRole('button', { name: 'More results' })
    serve(search, apiError('server.error'))
    await userEvent.click(more)
    expect(await screen.findByRole('alert')).toHaveTextContent('More results did not load.')
    const calls = serve(search, answerOf([pads[1] ?? logHit(0, ''), logHit(10, 'More [pads]')], { counts: [] }))
    await userEvent.click(more)
    expect(await screen.findByRole('link', { name: /More pads/ })).toBeInTheDocument()
    expect(screen.getAllByRole('link')).toHaveLength(3)
    expect(calls[0]?.body).toMatchObject({ query: 'pads', cursor: 'two' })
  })
})

test('The command palette offers what the page does: filters, times, and clearing both', async () => {
  serve(search, answerOf(pads))
  open('?q=pads&kinds=log')
  await screen.findAllByRole('link')
  expectButtonsInPalette({ 'Any time': 'shows the times, each of which is offered' })
  expect(offeredActions()).toEqual(
    expect.arrayContaining(['Clear filters', 'Types: Logs', 'Time: Last week', 'Choose days…']),
  )
})
