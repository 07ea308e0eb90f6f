import { describe, expect, test } from 'vitest'
import { filterFrom, filterKey, matches, noFilter, toggled, toQuery } from './filter'
import { timelineAddress } from './store'
import { logOf } from './test-logs'

const queue = { graph_id: 3, label: 1 }
const clear = { graph_id: 3, label: 0 }
const labelled = (...labels: { graph_id: number; label: number }[]) =>
  logOf(1, { labels: labels.map(label => ({ ...label, text: 'x' })) })

describe('A filter of a timeline [7.14c]', () => {
  test('is written to the address in the form in which it is read', () => {
    const filter = { labels: [clear, queue], user_ids: [7, 8] }
    const address = timelineAddress(5, filter, { on: '2026-11-20' })
    expect(address).toBe('/docs/5?on=2026-11-20&labels=3.0,3.1&by=7,8')
    expect(filterFrom(new URLSearchParams(address.split('?')[1]))).toEqual(filter)
    expect(toQuery(noFilter)).toEqual({})
    expect(timelineAddress(5, noFilter)).toBe('/docs/5')
  })

  test.each(['labels=3.5', 'labels=x.1,3', 'labels=0.1', 'by=-1,0,me', 'labels=99999999999999999999.1', 'by='])(
    'ignores invalid parts of the address: %s',
    query => {
      expect(filterFrom(new URLSearchParams(query))).toEqual(noFilter)
    },
  )

  test('accepts no more labels and people than the server, without duplicates', () => {
    const ids = Array.from({ length: 150 }, (_, at) => at + 1)
    const query = new URLSearchParams({ labels: ids.map(id => `${id}.0`).join(), by: ids.join() })
    expect(filterFrom(query).labels).toHaveLength(25)
    expect(filterFrom(query).user_ids).toHaveLength(100)
    expect(filterFrom(new URLSearchParams('labels=3.1,3.1&by=7,7'))).toEqual({ labels: [queue], user_ids: [7] })
  })

  test('matches logs with any of the labels and by any of the people, like the server', () => {
    expect(matches(labelled(queue), { labels: [clear, queue], user_ids: [] })).toBe(true)
    expect(matches(labelled({ graph_id: 4, label: 1 }), { labels: [queue], user_ids: [] })).toBe(false)
    expect(matches(labelled(queue), { labels: [queue], user_ids: [7] })).toBe(false)
    expect(matches(labelled(queue), { labels: [queue], user_ids: [7, 8] })).toBe(true)
    expect(matches(logOf(1, { created_by: null }), { labels: [], user_ids: [7] })).toBe(false)
    expect(matches(logOf(1), noFilter)).toBe(true)
  })

  test('is the same in whatever order it was built', () => {
    const filter = toggled(toggled(noFilter, { mark: queue }), { mark: clear })
    const other = toggled(toggled(noFilter, { mark: clear }), { mark: queue })
    expect(filterKey(filter)).toBe(filterKey(other))
    expect(toggled(toggled(filter, { mark: queue }), { mark: clear })).toEqual(noFilter)
    expect(toggled(toggled(noFilter, { user_id: 7 }), { user_id: 7 })).toEqual(noFilter)
  })
})
