// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { logOf, logsOf } from './test-logs'
import { maxLogs, merged, trimmed, wholeDay, withPage } from './timeline'

const ids = (logs: readonly { id: number }[]) => logs.map(log => log.id)
const middle = { logs: logsOf(31, 60), hasNewer: true, hasOlder: true }

describe('A page of a timeline [4.8a]', () => {
  test('from the start is prepended', () => {
    const after = withPage(middle, 'start', { logs: logsOf(61, 70), has_newer: false, has_older: true })
    expect(ids(after.logs)).toEqual(ids(logsOf(31, 70)))
    expect(after).toMatchObject({ hasNewer: false, hasOlder: true })
  })

  test.each(['center', 'date'] as const)('of a %s replaces the previous logs', mode => {
    const after = withPage(middle, mode, { logs: logsOf(5, 10), has_newer: true, has_older: false })
    expect(ids(after.logs)).toEqual([10, 9, 8, 7, 6, 5])
    expect(after).toMatchObject({ hasNewer: true, hasOlder: false })
  })

  test('of older logs is appended', () => {
    const after = withPage(middle, 'older', { logs: logsOf(1, 30), has_newer: true, has_older: false })
    expect(ids(after.logs)).toEqual(ids(logsOf(1, 60)))
    expect(after).toMatchObject({ hasNewer: true, hasOlder: false })
  })
})

describe('Logs that arrive more than once', () => {
  test('are kept once, in whatever order and overlap they arrive [4.8b]', () => {
    const pages = fc.array(fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 40 }), { maxLength: 8 })
    fc.assert(
      fc.property(pages, all => {
        const held = all.reduce<ReturnType<typeof merged>>(
          (so, page) =>
            merged(
              so,
              page.map(id => logOf(id)),
            ),
          [],
        )
        expect(ids(held)).toEqual([...new Set(all.flat())].sort((a, b) => b - a))
      }),
    )
  })

  test('take the newer text, and keep the client id of their author', () => {
    const [log] = merged([logOf(1, { client_id: 'mine', is_generating: true })], [logOf(1, { title: 'Done' })])
    expect(log).toMatchObject({ title: 'Done', is_generating: false, client_id: 'mine' })
  })
})

describe('Ten thousand logs', () => {
  test('are trimmed at the end that nobody reads, and that end can be loaded again', () => {
    const all = { logs: logsOf(1, 10_000), hasNewer: false, hasOlder: false }
    const newest = trimmed(all, 'newest')
    expect(newest.logs).toHaveLength(maxLogs)
    expect(newest).toMatchObject({ hasNewer: false, hasOlder: true })
    expect(newest.logs[0]?.id).toBe(10_000)
    const oldest = trimmed(all, 'oldest')
    expect(oldest).toMatchObject({ hasNewer: true, hasOlder: false })
    expect(oldest.logs.at(-1)?.id).toBe(1)
  })
})

describe('A whole day', () => {
  const dayKey = (at: string) => at.slice(0, 10)
  const yesterday = logOf(1, { created_at: '2026-11-19T10:00:00.000Z' })

  test('is complete when the days around it, or the ends, are loaded', () => {
    const stretch = { logs: [...logsOf(2, 4), yesterday], hasNewer: false, hasOlder: true }
    expect(wholeDay(stretch, '2026-11-20', dayKey)).toHaveLength(3)
  })

  test('is not complete while more of it may be beyond an end', () => {
    expect(wholeDay({ logs: logsOf(2, 4), hasNewer: false, hasOlder: true }, '2026-11-20', dayKey)).toBeNull()
    expect(wholeDay({ logs: logsOf(2, 4), hasNewer: true, hasOlder: false }, '2026-11-20', dayKey)).toBeNull()
    expect(wholeDay({ logs: [], hasNewer: false, hasOlder: false }, '2026-11-20', dayKey)).toBeNull()
  })
})
