import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readGraph } from '#shared/contract/graphs/endpoints'
import { withEnglish } from '../../platform/test-page'
import { serve, withServer } from '../../platform/test-server'
import { logOf } from '../logs/test-logs'
import { useChosenColours } from './colours'
import { listedOf, plotOf } from './test-graphs'
import { withTestLogbook } from './test-logbook'

// jsdom has neither canvas nor layout, so a virtual list would render nothing.
vi.mock('./drawing', () => ({
  drawForPaper: () => document.createElement('canvas'),
  draw: () => ({ show: () => undefined, seriesAt: () => null, resize: () => undefined, dispose: () => undefined }),
}))
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.map(children) as never}</>
  ),
}))
withServer()
withEnglish('graphs')
const setup = withTestLogbook()

const labels = { 0: 'Clear', 1: 'Some', 2: 'Long queue' }
beforeEach(() => {
  useChosenColours.setState({ chosen: {} })
  setup.logbook.graphs = [listedOf({ labels })]
  setup.logbook.logs = [logOf(1, { labels: [{ graph_id: 5, label: 0, text: 'Clear' }] })]
  serve(readGraph, plotOf({ labels }))
})

/** Returns the colour of a label in the legend, as the number of its token. */
function inLegend(name: RegExp): string | undefined {
  const drawn = within(screen.getByRole('list', { name: 'Labels' })).getByRole('button', { name }).innerHTML
  return /--label-(\d)-mark/.exec(drawn)?.[1]
}

describe('Colours of labels [9.8c]', () => {
  test('follow the names of the labels: clear is green, a long queue amber', async () => {
    setup.logbook.open('/docs/3/5')
    await waitFor(() => expect(inLegend(/^Clear/)).toBe('2'))
    await waitFor(() => expect(inLegend(/^Long queue/)).toBe('1'))
    await waitFor(() => expect(inLegend(/^Some/)).toBe('0'))
  })

  test('are chosen by each reader for themselves, survive a reload, and can be reset', async () => {
    setup.logbook.open('/docs/3/5')
    const choose = async (what: string) => {
      await userEvent.click(await screen.findByRole('button', { name: 'Colour of “Clear”' }))
      await userEvent.click(await screen.findByRole('menuitemradio', { name: what }))
      await userEvent.keyboard('{Escape}')
    }
    await choose('Pink')
    await waitFor(() => expect(inLegend(/^Clear/)).toBe('3'))
    expect(localStorage.getItem('app')).toContain('"7.5":{"0":3}')
    expect(useChosenColours.getState().chosen).toEqual({ '7.5': { 0: 3 } })
    await choose('Automatic, by name')
    await waitFor(() => expect(inLegend(/^Clear/)).toBe('2'))
  })

  test('are separate for each person on this device', async () => {
    useChosenColours.setState({ chosen: { '8.5': { 0: 3 } } })
    setup.logbook.open('/docs/3/5')
    await screen.findByRole('list', { name: 'Labels' })
    await waitFor(() => expect(inLegend(/^Clear/)).toBe('2'))
  })

  test('are the same on the marks of single logs below the chart', async () => {
    setup.logbook.open('/docs/3/5')
    const marks = await screen.findByRole('slider', { name: /^Logs with Clear/ })
    await waitFor(() => expect(marks.firstElementChild).toHaveClass('bg-label-2-bg'))
  })

  test('are the same on logs', async () => {
    setup.logbook.open('/docs/3')
    const log = await screen.findByRole('article', { name: 'Log 1' })
    await waitFor(() => expect(within(log).getByText('Clear').parentElement).toHaveClass('bg-label-2-bg'))
  })
})
