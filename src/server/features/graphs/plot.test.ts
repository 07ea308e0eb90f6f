import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#shared/contract/endpoint'
import { type Graph, type PlotUnit, readGraph } from '#shared/contract/graphs/endpoints'
import { graph as limits } from '#shared/contract/graphs/limits'
import { type Counter, noGraph, openCounter } from './test-graphs'

let counter: Counter

beforeAll(async () => {
  counter = await openCounter()
})

/** A graph whose logs were written at the given instants with the given labels; returns the ids, too. */
async function graphOf(
  logs: readonly (readonly [at: string, ...labels: number[]])[],
): Promise<{ graph: Graph; ids: number[] }> {
  const graph = await counter.graph(await counter.logbook('Counter log', { access: 'organisation' }))
  const ids = await counter.logsAt(
    graph.logbook_id,
    logs.map(([at]) => at),
  )
  await counter.marks(
    graph,
    logs.flatMap(([, ...labels], index) => labels.map(label => [ids[index] ?? 0, label] as const)),
  )
  return { graph, ids }
}

const read = ({ graph_id }: Graph, params: Omit<Input<typeof readGraph>, 'graph_id'> = {}, who = counter.tom) =>
  who.call(readGraph, { graph_id, ...params })

/** The local hours in Berlin with counted logs, and the counts. */
const counted = ({ plot }: Awaited<ReturnType<typeof read>>) =>
  plot.buckets
    .filter(bucket => Object.keys(bucket.counts).length > 0)
    .map(({ from, counts }) => {
      const local = Temporal.Instant.from(from).toZonedDateTimeISO(plot.zone)
      return [local.toPlainTime().toString({ smallestUnit: 'minute' }) + local.offset, counts]
    })

describe('A graph over time [3.9a] [D22]', () => {
  test('shows the reader’s day of its newest labelled log, by the hour', async () => {
    const { graph, ids } = await graphOf([
      ['2026-11-18T22:59:59.999Z', 0],
      ['2026-11-18T23:00:00Z', 0],
      ['2026-11-19T08:00:00Z', 0, 1],
      ['2026-11-19T08:59:59.999Z', 1],
      ['2026-11-19T09:00:00Z', 0],
      ['2026-11-20T08:00:00Z'],
    ])
    const shown = await read(graph)
    expect(shown).toMatchObject({
      ...graph,
      plot: {
        unit: 'hour',
        zone: 'Europe/Berlin',
        from: '2026-11-18T23:00:00.000Z',
        to: '2026-11-19T23:00:00.000Z',
      },
      totals: { 0: 3, 1: 2, 2: 0 },
      log_count: 4,
      has_more: false,
    })
    expect(shown.plot.buckets).toHaveLength(24)
    expect(shown.plot.buckets[9]).toEqual({
      from: '2026-11-19T08:00:00.000Z',
      to: '2026-11-19T09:00:00.000Z',
      counts: { 0: 1, 1: 2 },
    })
    expect(counted(shown)).toEqual([
      ['00:00+01:00', { 0: 1 }],
      ['09:00+01:00', { 0: 1, 1: 2 }],
      ['10:00+01:00', { 0: 1 }],
    ])
    const entry = (position: number, labels: number[], created_at: string) => ({
      log_id: ids[position],
      title: `Log ${position + 1}`,
      labels,
      created_at,
      message_id: null,
    })
    expect(shown.plot_data).toEqual([
      entry(4, [0], '2026-11-19T09:00:00.000Z'),
      entry(3, [1], '2026-11-19T08:59:59.999Z'),
      entry(2, [0, 1], '2026-11-19T08:00:00.000Z'),
      entry(1, [0], '2026-11-18T23:00:00.000Z'),
    ])
    const inUtc = await read(graph, {}, counter.ana)
    expect(inUtc.plot).toMatchObject({ zone: 'UTC', from: '2026-11-19T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' })
    expect(inUtc.log_count).toBe(3)
  })

  test('without any labelled log shows today, empty', async () => {
    const { graph } = await graphOf([])
    expect(await read(graph)).toMatchObject({
      plot: { from: '2026-11-19T23:00:00.000Z', to: '2026-11-20T23:00:00.000Z', unit: 'hour' },
      totals: { 0: 0, 1: 0, 2: 0 },
      log_count: 0,
      plot_data: [],
      has_more: false,
    })
  })

  test('counts local days and weeks from Monday of the requested zone', async () => {
    const { graph } = await graphOf([
      ['2026-11-15T18:29:59.999Z', 0],
      ['2026-11-15T18:30:00Z', 0],
      ['2026-11-16T18:30:00Z', 1],
      ['2026-11-22T18:30:00Z', 1],
    ])
    const params = { from: '2026-11-15T00:00:00Z', to: '2026-11-23T00:00:00Z', zone: 'Asia/Kolkata' }
    const days = await read(graph, { ...params, unit: 'day' })
    expect(days.plot.buckets.map(bucket => bucket.counts)).toEqual([
      { 0: 1 },
      { 0: 1 },
      { 1: 1 },
      {},
      {},
      {},
      {},
      {},
      { 1: 1 },
    ])
    expect(days.plot).toMatchObject({ from: '2026-11-14T18:30:00.000Z', to: '2026-11-23T18:30:00.000Z' })
    const weeks = await read(graph, { ...params, unit: 'week' })
    expect(weeks.plot.buckets).toEqual([
      { from: '2026-11-08T18:30:00.000Z', to: '2026-11-15T18:30:00.000Z', counts: { 0: 1 } },
      { from: '2026-11-15T18:30:00.000Z', to: '2026-11-22T18:30:00.000Z', counts: { 0: 1, 1: 1 } },
      { from: '2026-11-22T18:30:00.000Z', to: '2026-11-29T18:30:00.000Z', counts: { 1: 1 } },
    ])
  })

  test('on the day on which clocks go forward has 23 hours', async () => {
    const { graph } = await graphOf([
      ['2026-03-29T00:30:00Z', 0],
      ['2026-03-29T01:30:00Z', 0],
    ])
    const shown = await read(graph)
    expect(shown.plot.buckets).toHaveLength(23)
    expect(counted(shown)).toEqual([
      ['01:00+01:00', { 0: 1 }],
      ['03:00+02:00', { 0: 1 }],
    ])
  })

  test('on the day on which they go back has 25, and the repeated hour counts as two', async () => {
    const { graph } = await graphOf([
      ['2026-10-25T00:30:00Z', 0],
      ['2026-10-25T01:30:00Z', 0],
      ['2026-10-25T22:30:00Z', 1],
    ])
    const shown = await read(graph)
    expect(shown.plot.buckets).toHaveLength(25)
    expect(counted(shown)).toEqual([
      ['02:00+02:00', { 0: 1 }],
      ['02:00+01:00', { 0: 1 }],
      ['23:00+01:00', { 1: 1 }],
    ])
    const params = { from: '2026-11-01T12:00:00Z', to: '2026-11-01T13:00:00Z', zone: 'America/New_York' } as const
    expect((await read(graph, { ...params, unit: 'day' })).plot).toMatchObject({
      from: '2026-11-01T04:00:00.000Z',
      to: '2026-11-02T05:00:00.000Z',
    })
  })

  test.each<[string, PlotUnit]>([
    ['2026-11-03T00:00:00Z', 'hour'],
    ['2026-11-08T00:00:00Z', 'day'],
    ['2027-02-01T00:00:00Z', 'day'],
    ['2027-11-01T00:00:00Z', 'week'],
  ])('from the first of November to %s is shown by the %s unless another unit is given', async (to, unit) => {
    const { graph } = await graphOf([])
    expect((await read(graph, { from: '2026-11-01T00:00:00Z', to })).plot.unit).toBe(unit)
  })

  test.each<[string, Omit<Input<typeof readGraph>, 'graph_id'>, string]>([
    ['a beginning without an end', { from: '2026-11-01T00:00:00Z' }, 'to'],
    ['an end without a beginning', { to: '2026-11-01T00:00:00Z' }, 'from'],
    ['an end before the beginning', { from: '2026-11-02T00:00:00Z', to: '2026-11-01T00:00:00Z' }, 'to'],
    ['no time at all', { from: '2026-11-01T00:00:00Z', to: '2026-11-01T00:00:00Z' }, 'to'],
    ['a time before calendars agree', { from: '0000-01-01T00:00:00Z', to: '2026-11-01T00:00:00Z' }, 'from'],
    ['a time after they do', { from: '2026-11-01T00:00:00Z', to: '9999-12-31T23:59:59Z' }, 'to'],
    ['more than a thousand hours', { from: '2026-01-01T00:00:00Z', to: '2026-02-11T17:00:00Z', unit: 'hour' }, 'unit'],
    ['a zone that is none', { zone: 'Europe/Ridgeway' }, 'zone'],
    ['a unit that is none', { unit: 'month' as never }, 'unit'],
  ])('refuses %s', async (_, params, path) => {
    const { graph } = await graphOf([])
    await expect(read(graph, params)).rejects.toMatchObject({
      status: 400,
      code: 'request.invalid',
      issues: [{ path }],
    })
  })

  test('shows a thousand hours', async () => {
    const { graph } = await graphOf([])
    const params = { from: '2026-01-01T00:00:00Z', to: '2026-02-11T16:00:00Z', unit: 'hour', zone: 'UTC' } as const
    expect((await read(graph, params)).plot.buckets).toHaveLength(limits.buckets)
  })

  test('names the newest two thousand logs and says that there are more', async () => {
    const start = Date.parse('2026-11-02T08:00:00Z')
    const many = Array.from(
      { length: limits.entries + 1 },
      (_, index) => [new Date(start + index * 1_000).toISOString(), 0, 1] as const,
    )
    const { graph, ids } = await graphOf(many)
    const shown = await read(graph)
    expect(shown.log_count).toBe(limits.entries + 1)
    expect(shown.totals).toEqual({ 0: limits.entries + 1, 1: limits.entries + 1, 2: 0 })
    expect(shown.plot_data.map(entry => entry.log_id)).toEqual(ids.slice(1).reverse())
    expect(shown.plot_data.every(entry => entry.labels.length === 2)).toBe(true)
    expect(shown.has_more).toBe(true)
  })

  test('can be read by those who may read its logbook', async () => {
    const { ana, lena, zoe } = counter
    const graph = await counter.graph(await counter.logbook('Closed'))
    await counter.gives(graph.logbook_id, ana, 'viewer')
    expect((await read(graph, {}, ana)).graph_id).toBe(graph.graph_id)
    await expect(read(graph, {}, lena)).rejects.toMatchObject(noGraph)
    await expect(read(graph, {}, zoe)).rejects.toMatchObject(noGraph)
    await expect(read({ ...graph, graph_id: 1_000_000 })).rejects.toMatchObject(noGraph)
  })
})

describe('The counts of a graph', () => {
  const start = Date.UTC(2026, 9, 20)
  const log = fc.record({
    at: fc.integer({ min: 0, max: 12 * 86_400_000 }).map(after => new Date(start + after).toISOString()),
    labels: fc.uniqueArray(fc.constantFrom(0, 1, 2), { maxLength: 3 }),
  })
  const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe')
  const unit = fc.constantFrom<PlotUnit>('hour', 'day', 'week')

  /** The local hour, day or week of an instant, as a unique text. */
  function nameOf(at: string, zone: string, unit: PlotUnit): string {
    const local = Temporal.Instant.from(at).toZonedDateTimeISO(zone)
    if (unit === 'hour') return `${local.toPlainDate()} ${local.hour} ${local.offset}`
    const day = local.toPlainDate()
    return (unit === 'day' ? day : day.subtract({ days: day.dayOfWeek - 1 })).toString()
  }

  test('equal a count over every single log, on days on which clocks change', async () => {
    const counts = fc.asyncProperty(fc.array(log, { maxLength: 60 }), zone, unit, async (logs, zone, unit) => {
      const { graph } = await graphOf(logs.map(({ at, labels }) => [at, ...labels] as const))
      const expected: Record<string, Record<string, number>> = {}
      for (const { at, labels } of logs) {
        for (const label of labels) {
          const name = nameOf(at, zone, unit)
          const counts = expected[name] ?? {}
          counts[label] = (counts[label] ?? 0) + 1
          expected[name] = counts
        }
      }
      const shown = await read(graph, {
        from: new Date(start).toISOString(),
        to: new Date(start + 12 * 86_400_000 + 1).toISOString(),
        zone,
        unit,
      })
      const filled = shown.plot.buckets.filter(bucket => Object.keys(bucket.counts).length > 0)
      expect(Object.fromEntries(filled.map(bucket => [nameOf(bucket.from, zone, unit), bucket.counts]))).toEqual(
        expected,
      )
      const marked = logs.filter(candidate => candidate.labels.length > 0)
      expect(shown.log_count).toBe(marked.length)
      expect(shown.plot_data).toHaveLength(marked.length)
      for (const label of [0, 1, 2] as const) {
        expect(shown.totals[label]).toBe(logs.filter(candidate => candidate.labels.includes(label)).length)
      }
    })
    await fc.assert(counts, { numRuns: 40 })
  })
})
