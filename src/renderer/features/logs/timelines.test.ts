import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LogPage, readLogs } from '#shared/contract/logs/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../platform/session'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { useTimelines } from './store'
import { logOf, logsOf, pageFrom } from './test-logs'
import { maxLogs } from './timeline'

withServer()
beforeEach(() => signInAs(7, { organizationId: 4 }))
afterEach(() => {
  endSession()
  localStorage.clear()
})

const at = () => useTimelines.getState()
const held = () => {
  const timeline = at().timelines[3]
  if (!timeline) throw new Error('The timeline is not in memory.')
  return timeline
}
const ids = () => held().logs.map(log => log.id)
const range = (from: number, to: number) => logsOf(from, to).map(log => log.id)

describe('A timeline', () => {
  test('opens at its newest end and continues with older logs, each once [4.8a, 4.8b]', async () => {
    serve(readLogs, call => pageFrom(logsOf(1, 70), call))
    await at().open(3, null)
    expect(ids()).toEqual(range(41, 70))
    await Promise.all([at().loadOlder(3), at().loadOlder(3)])
    await at().loadOlder(3)
    expect(ids()).toEqual(range(1, 70))
    expect(held()).toMatchObject({ hasOlder: false, hasNewer: false })
  })

  test('opens around a log, replacing the previous logs, and continues in both directions [4.8a]', async () => {
    serve(readLogs, call => pageFrom(logsOf(1, 100), call))
    await at().open(3, null)
    await at().open(3, { log_id: 50 })
    expect(ids()).toEqual(range(35, 65))
    await at().loadNewer(3)
    await at().loadOlder(3)
    expect(ids()).toEqual(range(5, 95))
  })

  test('opens on a day, replacing the previous logs [4.8a]', async () => {
    const old = logOf(1, { created_at: '2026-11-12T10:00:00.000Z' })
    serve(readLogs, call => pageFrom([...logsOf(2, 60), old], call))
    await at().open(3, null)
    await at().open(3, { day: '2026-11-12' })
    expect(ids()).toEqual([1])
    expect(held().hasNewer).toBe(true)
  })

  test('does not reload logs in memory, but loads newer ones', async () => {
    const logs = logsOf(1, 40)
    const calls = serve(readLogs, call => pageFrom(logs, call))
    await at().open(3, null)
    at().close()
    logs.unshift(logOf(41))
    await at().open(3, { log_id: 20 })
    expect(ids()).toEqual(range(11, 41))
    expect(calls.map(({ query }) => query.get('start_after'))).toEqual([null, '40'])
  })

  test('drops an answer that arrives after another place was requested', async () => {
    const late: { answer?: (page: LogPage) => void } = {}
    serve(readLogs, call =>
      call.query.has('center_id')
        ? new Promise(resolve => {
            late.answer = resolve
          })
        : pageFrom(logsOf(1, 100), call),
    )
    const first = at().open(3, { log_id: 20 })
    await expect.poll(() => late.answer).toBeDefined()
    await at().open(3, null)
    late.answer?.({ logs: logsOf(5, 35), has_newer: true, has_older: true })
    await first
    expect(ids()).toEqual(range(71, 100))
  })

  test('says why it could not be loaded, and can be tried again', async () => {
    serve(readLogs, apiError('log.not_found'))
    await at().open(3, { log_id: 9 })
    expect(held()).toMatchObject({ status: 'failed', failure: { code: 'log.not_found' } })
    serve(readLogs, call => pageFrom(logsOf(1, 3), call))
    await at().replace(3, null)
    expect(held()).toMatchObject({ status: 'ready', failure: null })
  })
})

describe('Live logs', () => {
  test('are prepended once, however often they arrive [4.8b]', async () => {
    serve(readLogs, call => pageFrom(logsOf(1, 3), call))
    await at().open(3, null)
    at().add(logOf(4))
    at().add(logOf(4))
    expect(ids()).toEqual([4, 3, 2, 1])
    expect(held().unread).toEqual([4])
  })

  test('never leave a gap while missed ones are being loaded', async () => {
    const logs = logsOf(1, 30)
    serve(readLogs, call => pageFrom(logs, call))
    await at().open(3, null)
    logs.unshift(...logsOf(31, 90))
    const catching = at().catchUp(3)
    at().add(logOf(91))
    logs.unshift(logOf(91))
    await catching
    expect(ids()).toEqual(range(1, 60))
    expect(held().hasNewer).toBe(true)
    await at().loadNewer(3)
    await at().loadNewer(3)
    expect(ids()).toEqual(range(1, 91))
    expect(held()).toMatchObject({ hasNewer: false, arrivals: [] })
  })

  test('that arrive while the first page is loading are not lost', async () => {
    const late: { answer?: () => void } = {}
    serve(readLogs, async call => {
      const page = pageFrom(logsOf(1, 3), call)
      await new Promise<void>(resolve => {
        late.answer = resolve
      })
      return page
    })
    const opening = at().open(3, null)
    await expect.poll(() => late.answer).toBeDefined()
    at().add(logOf(4))
    late.answer?.()
    await opening
    expect(ids()).toEqual([4, 3, 2, 1])
  })

  test('are counted, not shown, while the reader is in the past', async () => {
    serve(readLogs, call => pageFrom(logsOf(1, 100), call))
    await at().open(3, { log_id: 20 })
    at().add(logOf(101))
    expect(ids()).not.toContain(101)
    expect(held().unread).toEqual([101])
  })

  test('do not fill the memory of documents that are not on screen', async () => {
    serve(readLogs, call => pageFrom(logsOf(1, 30), call))
    await at().open(3, null)
    at().close()
    for (let id = 31; id <= 30 + maxLogs; id += 1) at().add(logOf(id))
    expect(held().logs).toHaveLength(maxLogs)
    expect(held().hasOlder).toBe(true)
  })
})

test('Only the documents viewed last stay in memory', async () => {
  serve(readLogs, ({ params }) => ({
    logs: [logOf(1, { doc_id: Number(params.doc_id) })],
    has_newer: false,
    has_older: false,
  }))
  for (let doc_id = 1; doc_id <= 20; doc_id += 1) await at().open(doc_id, null)
  expect(Object.keys(at().timelines)).toHaveLength(16)
  expect(at().timelines[20]).toBeDefined()
  expect(at().timelines[1]).toBeUndefined()
})

describe('A filtered timeline [7.14c]', () => {
  const queue = { graph_id: 5, label: 1 }
  const filter = { labels: [queue], user_ids: [] }
  const labels = [{ ...queue, text: 'Queue' }]

  test('requests matching logs in both directions, and starts anew with another filter', async () => {
    const calls = serve(readLogs, call => pageFrom(logsOf(1, 100), call))
    await at().open(3, { log_id: 50 }, filter)
    await Promise.all([at().loadNewer(3), at().loadOlder(3)])
    expect(calls.map(call => call.query.get('labels'))).toEqual(Array(3).fill(JSON.stringify([queue])))
    await at().open(3, { log_id: 50 }, { labels: [], user_ids: [8] })
    expect(calls[3]?.query.get('labels')).toBeNull()
    expect(calls[3]?.query.get('user_ids')).toBe('[8]')
  })

  test('adds matching live logs only, and says if the reader’s own log does not match', async () => {
    serve(readLogs, { logs: [logOf(1, { labels })], has_newer: false, has_older: false })
    await at().open(3, null, filter)
    at().add(logOf(2, { labels }))
    at().add(logOf(3))
    expect(ids()).toEqual([2, 1])
    expect(held()).toMatchObject({ unread: [2], unseen: null })
    at().add(logOf(4), true)
    expect(ids()).toEqual([2, 1])
    expect(held().unseen).toBe(4)
  })

  test('does not change when labels change, but says that it is outdated', async () => {
    serve(readLogs, { logs: [logOf(2, { labels }), logOf(1, { labels })], has_newer: false, has_older: false })
    await at().open(3, null, filter)
    at().relabel(3, 9, [{ graph_id: 5, label: 0, text: 'Clear' }])
    at().relabel(3, 1, [...labels, { graph_id: 5, label: 0, text: 'Clear' }])
    expect(held().isOutdated).toBe(false)
    at().relabel(3, 1, [])
    expect(ids()).toEqual([2, 1])
    expect(held().logs[1]?.labels).toEqual([])
    expect(held().isOutdated).toBe(true)
    await at().open(3, null, filter)
    expect(held().isOutdated).toBe(false)
  })

  test('without a filter is never outdated by labels', async () => {
    serve(readLogs, { logs: [logOf(1)], has_newer: false, has_older: false })
    await at().open(3, null)
    at().relabel(3, 1, labels)
    at().relabel(3, 9, labels)
    expect(held().logs[0]?.labels).toEqual(labels)
    expect(held().isOutdated).toBe(false)
  })
})
