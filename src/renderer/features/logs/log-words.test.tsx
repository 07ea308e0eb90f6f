import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { logsByIds, readLogs } from '#shared/contract/logs/endpoints'
import { readTitles } from '#shared/contract/search/endpoints'
import { withEnglish } from '../../platform/test-page'
import { serve, withServer } from '../../platform/test-server'
import { withTestLogbook } from '../graphs/test-logbook'
import { useTimelines } from './store'
import { logOf } from './test-logs'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.map(children) as never}</>
  ),
}))
withServer()
withEnglish()
const setup = withTestLogbook()

const content = 'Chain replaced. The customer comes back on Friday.'
const untitled = logOf(4, { title: 'Chain replaced', content, is_generating: true })
const entry = (name: string) => screen.findByRole('article', { name })

describe('A log whose title Mate writes [3.8, 4.7a, D19, D45]', () => {
  test('shows its text meanwhile; the title appears in the same entry', async () => {
    setup.logbook.logs = [untitled, logOf(1)]
    setup.logbook.open('/docs/3')
    const log = await entry('Mate is writing the title')
    expect(log).toHaveAttribute('aria-busy', 'true')
    expect(within(log).getByText(content)).toBeVisible()
    setup.logbook.emit({ kind: 'log.titled', doc_id: 3, log_id: 4, title: 'Tandem ready on Friday' })
    expect(await entry('Tandem ready on Friday')).toBe(log)
    expect(log).not.toHaveAttribute('aria-busy')
    expect(within(log).getByText(content)).toBeVisible()
    expect(useTimelines.getState().timelines[3]?.unread).toEqual([])
  })

  test('does not become a placeholder again through an older answer', async () => {
    setup.logbook.logs = [logOf(1)]
    setup.logbook.open('/docs/3')
    await entry('Log 1')
    setup.logbook.emit({ kind: 'log.titled', doc_id: 3, log_id: 4, title: 'Tandem ready on Friday' })
    await waitFor(() => expect(useTimelines.getState().titled[4]).toBeDefined())
    setup.logbook.emit({ kind: 'log.added', doc_id: 3, log: untitled })
    await entry('Tandem ready on Friday')
    serve(readLogs, { logs: [untitled], has_newer: false, has_older: false })
    await useTimelines.getState().replace(3, null)
    expect(await entry('Tandem ready on Friday')).not.toHaveAttribute('aria-busy')
  })

  test('has its title after the connection has caught up, even if the event was missed', async () => {
    setup.logbook.logs = [untitled, logOf(1)]
    setup.logbook.open('/docs/3')
    await entry('Mate is writing the title')
    serve(logsByIds, [{ ...untitled, title: 'Tandem ready on Friday', is_generating: false }, logOf(1)])
    useTimelines.getState().resync()
    expect(await entry('Tandem ready on Friday')).toBeVisible()
  })
})

describe('A title that only repeats the first words [D45]', () => {
  test('is shown once, with the rest below it', async () => {
    setup.logbook.logs = [logOf(5, { title: 'Chain replaced', content })]
    setup.logbook.open('/docs/3')
    const log = await entry('Chain replaced.')
    expect(within(log).getByRole('heading', { name: 'Chain replaced.' })).toBeVisible()
    expect(within(log).getByText('The customer comes back on Friday.')).toBeVisible()
  })

  test('is not repeated above text whose first sentence has marks in it', async () => {
    setup.logbook.logs = [logOf(5, { title: 'Gate oiled twice', content: '**Gate** oiled twice. It was dry.' })]
    setup.logbook.open('/docs/3')
    const log = await entry('Gate oiled twice')
    expect(within(log).getByRole('heading', { name: 'Gate oiled twice' })).toHaveClass('sr-only')
    expect(within(log).getByText(/It was dry/)).toBeVisible()
  })
})

describe('A link in a log [D46]', () => {
  test('is named as its target is now, and by nothing for those who may not see it', async () => {
    const calls = serve(readTitles, [{ ref: 'document:12', title: 'Keys and codes' }])
    const words = 'See [Keys](#/docs/12), [Wages <b>](#/docs/13?log=5) and [the maker](https://example.com). Wait.'
    setup.logbook.logs = [logOf(4, { title: 'Two links', content: words })]
    setup.logbook.open('/docs/3')
    const log = await entry('Two links')
    expect(await within(log).findByRole('link', { name: 'Keys and codes' })).toHaveAttribute('href', '#/docs/12')
    expect(within(log).getByText('Not available to you')).toBeVisible()
    expect(within(log).getByRole('link', { name: 'the maker' })).toHaveAttribute('target', '_blank')
    expect(log).not.toHaveTextContent('Wages')
    expect(calls[0]?.body).toMatchObject({ refs: ['document:12', 'log:5'] })
  })
})
