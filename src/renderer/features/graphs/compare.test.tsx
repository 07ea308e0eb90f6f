import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readGraph } from '#shared/contract/graphs/endpoints'
import { searchLogs } from '#shared/contract/logs/endpoints'
import { apiError } from '#shared/errors'
import { withEnglish } from '../../platform/test-page'
import { type Received, serve, withServer } from '../../platform/test-server'
import { graphOf, listedOf, plotOf } from './test-graphs'
import { withTestLogbook } from './test-logbook'

const drawn = vi.hoisted(() => ({ options: [] as unknown[] }))
// jsdom has no canvas.
vi.mock('./drawing', () => ({
  draw: () => ({
    show: (option: unknown) => drawn.options.push(option),
    seriesAt: () => null,
    resize: () => undefined,
    dispose: () => undefined,
  }),
}))
withServer()
withEnglish('graphs', 'documents')
const setup = withTestLogbook()

const plot = plotOf()
let reads: Received[]
beforeEach(() => {
  setup.logbook.graphs = [listedOf(), listedOf({ graph_id: 6, name: 'Tills', label_counts: { 0: 0 } })]
  serve(searchLogs, [])
})

const time = () => screen.findByRole('slider', { name: /^Time/ })
const chosen = (name: string | RegExp) => screen.findByRole('region', { name })

describe('A graph compared with the period before [D22]', () => {
  const earlier = () =>
    plotOf({
      plot: {
        ...plotOf().plot,
        from: '2026-11-19T00:00:00.000Z',
        to: '2026-11-20T00:00:00.000Z',
        buckets: plotOf().plot.buckets.map(({ from, to }, nr) => ({
          from: new Date(Date.parse(from) - 86_400_000).toISOString(),
          to: new Date(Date.parse(to) - 86_400_000).toISOString(),
          counts: nr === 9 ? { 0: 1, 1: 4 } : {},
        })),
      },
      totals: { 0: 1, 1: 4, 2: 0 },
    })
  beforeEach(() => {
    reads = serve(readGraph, ({ query }: Received) =>
      query.get('to') === '2026-11-20T00:00:00.000Z' ? earlier() : plot,
    )
  })
  const toggle = () => screen.findByRole('button', { name: 'Compare with before' })

  test('says the difference in words and draws the former numbers fainter, which cannot be chosen', async () => {
    const { container } = setup.logbook.open('/docs/3/5')
    expect(await toggle()).toHaveAttribute('aria-pressed', 'false')
    await userEvent.click(await toggle())
    const words = await screen.findByRole('region', { name: 'Compared with Thu, Nov 19, 2026' })
    expect(
      within(words)
        .getAllByRole('listitem')
        .map(item => item.textContent),
    ).toEqual([
      'Clear: 3, 2 more than before (1)',
      'Queue: 1, 3 fewer than before (4)',
      'Unattended: 0, as many as before',
    ])
    expect(Object.fromEntries(reads.at(-1)?.query ?? [])).toMatchObject({
      ...{ from: '2026-11-19T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z', unit: 'hour', zone: 'UTC' },
    })
    const { series } = drawn.options.at(-1) as { series: { id: string; silent?: boolean; data: unknown[] }[] }
    expect(series.map(({ id }) => id)).toEqual(['0', '1', '2', 'passive 0', 'passive 1', 'passive 2'])
    expect(series[4]).toMatchObject({ silent: true, data: expect.arrayContaining([4]) })
    const slider = await time()
    slider.focus()
    for (let nr = 0; nr < 9; nr += 1) await userEvent.keyboard('{ArrowRight}')
    expect(slider).toHaveAttribute(
      'aria-valuetext',
      'Fri, Nov 20, 9:00 AM – 10:00 AM: Clear 2. Before: Clear 1, Queue 4',
    )
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations).toEqual([])
  })

  test('is in the address, has a key, and a row in the table', async () => {
    setup.logbook.open('/docs/3/5?compare=before&as=table')
    const row = await screen.findByRole('row', { name: 'Before 1 4 0' })
    expect(row).toBeVisible()
    await userEvent.keyboard('=')
    await waitFor(() => expect(row).not.toBeInTheDocument())
  })

  test('that does not load leaves the graph as it is, and says so', async () => {
    serve(readGraph, ({ query }: Received) => (query.has('from') ? apiError('server.error') : plot))
    setup.logbook.open('/docs/3/5?compare=before')
    expect(await screen.findByText(/^The period before did not load\./)).toBeVisible()
    expect(await time()).toBeInTheDocument()
  })
})

describe('Several graphs over the same time [D22]', () => {
  const tills = () =>
    plotOf({ ...graphOf({ graph_id: 6, name: 'Tills', labels: { 0: 'Counted' } }), totals: { 0: 2 }, log_count: 2 })

  test('stand beside or below each other, with the same parts of time, and a chosen time is marked in all', async () => {
    const calls = serve(readGraph, ({ params }: Received) => (params.graph_id === '6' ? tills() : plot))
    const { container, router } = setup.logbook.open('/docs/3/5')
    await userEvent.click(await screen.findByRole('button', { name: 'More graphs' }))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Tills' }))
    await userEvent.keyboard('{Escape}')
    const below = await screen.findByRole('region', { name: 'Tills' })
    expect(within(below).getByRole('link', { name: 'Tills' })).toHaveAttribute('href', '#/docs/3/6')
    expect(router.state.location.search).toBe('?with=6')
    const asked = calls.find(({ params }) => params.graph_id === '6')
    expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({
      ...{ from: plot.plot.from, to: plot.plot.to, unit: 'hour', zone: 'UTC' },
    })
    within(below).getByRole('slider').focus()
    await userEvent.keyboard('{ArrowRight}{Enter}')
    expect(await chosen(/Fri, Nov 20, 1:00 AM – 2:00 AM/)).toBeVisible()
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations).toEqual([])
  })

  test('that cannot be read say so, and the address names three at most', async () => {
    serve(readGraph, ({ params }: Received) => (params.graph_id === '5' ? plot : apiError('graph.not_found')))
    setup.logbook.open('/docs/3/5?with=5.x.6.7.8.9')
    expect(await screen.findAllByText(/^A graph did not load\./)).toHaveLength(3)
    expect(await time()).toBeInTheDocument()
  })
})
