import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { writeLog } from '#shared/contract/logs/endpoints'
import { withEnglish } from '../../platform/test-page'
import { serve, withServer } from '../../platform/test-server'
import { logOf } from '../logs/test-logs'
import { listedOf } from './test-graphs'
import { withTestLogbook } from './test-logbook'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.map(children) as never}</>
  ),
}))
withServer()
withEnglish('graphs')
const setup = withTestLogbook()

const maya = { user_id: 7, user_displayname: 'Maya Okafor', user_image: null, user_phone: null, user_email: null }
const queue = { graph_id: 5, label: 1, text: 'Queue' }
const clear = { graph_id: 5, label: 0, text: 'Clear' }
const titles = () =>
  screen.queryAllByRole('article').map(article => article.getAttribute('aria-labelledby') && nameOf(article))
const nameOf = (article: HTMLElement) => within(article).getByRole('heading', { level: 3 }).textContent
const shows = (...names: string[]) => waitFor(() => expect(titles()).toEqual(names))

function fill() {
  setup.logbook.graphs = [listedOf()]
  setup.logbook.logs = [
    logOf(4, { labels: [queue], created_by: maya }),
    logOf(3, { labels: [clear] }),
    logOf(2, { labels: [queue] }),
    logOf(1),
  ]
}

describe('A timeline can be filtered [7.14c]', () => {
  test('by labels and people, several of each, and the address keeps the filter', async () => {
    fill()
    const { router } = setup.logbook.open('/docs/3')
    await shows('Log 4', 'Log 3', 'Log 2', 'Log 1')
    const filter = within(await screen.findByRole('region', { name: 'Filter' }))
    await userEvent.click(await filter.findByRole('button', { name: 'All labels' }))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Queue' }))
    await shows('Log 4', 'Log 2')
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Clear' }))
    await shows('Log 4', 'Log 3', 'Log 2')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(filter.getByRole('button', { name: 'Everybody' }))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Tom Reyes' }))
    await shows('Log 3', 'Log 2')
    await userEvent.keyboard('{Escape}')
    expect(router.state.location.search).toBe('?labels=5.1,5.0&by=8')
    await userEvent.click(filter.getByRole('button', { name: 'Remove filter Clear' }))
    await shows('Log 2')
    await userEvent.click(filter.getByRole('button', { name: 'Clear filters' }))
    await shows('Log 4', 'Log 3', 'Log 2', 'Log 1')
    expect(router.state.location.search).toBe('')
  })

  test('by a link, also to a log or a day, and says if the linked log is hidden', async () => {
    fill()
    const { router } = setup.logbook.open('/docs/3?labels=5.1')
    await shows('Log 4', 'Log 2')
    const links = screen.getAllByRole('link', { name: /^Link to this log/ })
    expect(links[0]).toHaveAttribute('href', '#/docs/3?log=4&labels=5.1')
    await userEvent.click(screen.getByRole('button', { name: 'Go to date' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Go' }))
    await waitFor(() => expect(router.state.location.search).toBe('?on=2026-11-20&labels=5.1'))
    await shows('Log 4', 'Log 2')
    await router.navigate('/docs/3?log=3&labels=5.1')
    expect(await screen.findByText('The log of this link does not match the filter.')).toBeVisible()
  })

  test('to nothing, and back again', async () => {
    fill()
    setup.logbook.open('/docs/3?labels=5.2')
    expect(await screen.findByRole('heading', { name: 'Nothing matches' })).toBeVisible()
    expect(screen.queryByText('No logs yet')).toBeNull()
    await userEvent.click(
      within(screen.getByRole('main')).getAllByRole('button', { name: 'Clear filters' })[1] as HTMLElement,
    )
    await shows('Log 4', 'Log 3', 'Log 2', 'Log 1')
  })

  test('including logs written meanwhile: the person is told if their own log does not match', async () => {
    fill()
    setup.logbook.open('/docs/3?labels=5.1')
    await shows('Log 4', 'Log 2')
    setup.logbook.emit({ kind: 'log.added', doc_id: 3, log: logOf(5, { labels: [queue] }) })
    setup.logbook.emit({ kind: 'log.added', doc_id: 3, log: logOf(6) })
    await shows('Log 5', 'Log 4', 'Log 2')
    serve(writeLog, ({ body }) => logOf(7, { content: String(body.content), client_id: String(body.client_id) }))
    await userEvent.click(screen.getByRole('button', { name: 'Log' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'What happened' }), 'The till is open.')
    await userEvent.click(screen.getByRole('button', { name: 'Save log' }))
    expect(await screen.findByText('Your log is saved. It does not match the filter.')).toBeVisible()
    await shows('Log 5', 'Log 4', 'Log 2')
  })

  test('and does not change when labels change, until the reader refreshes it', async () => {
    fill()
    setup.logbook.open('/docs/3?labels=5.1')
    await shows('Log 4', 'Log 2')
    setup.logbook.logs = setup.logbook.logs.map(log => (log.id === 2 ? { ...log, labels: [] } : log))
    setup.logbook.emit({ kind: 'log.labelled', doc_id: 3, log_id: 2, labels: [] })
    expect(await screen.findByText('Labels changed.')).toBeVisible()
    await shows('Log 4', 'Log 2')
    const bar = within(screen.getByRole('region', { name: 'Filter' }))
    await userEvent.click(bar.getByRole('button', { name: 'Refresh' }))
    await shows('Log 4')
    expect(screen.queryByText('Labels changed.')).toBeNull()
  })
})
