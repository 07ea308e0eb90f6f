import { describe, expect, test } from 'vitest'
import { logsByIds } from '#shared/contract/logs/endpoints'
import type { EventLog } from '#shared/contract/logs/events'
import type { Log } from '#shared/contract/logs/log'
import { spreading } from '../../platform/live'
import { withEnglish } from '../../platform/test-page'
import { serve, withServer } from '../../platform/test-server'
import { withTestLogbook } from '../graphs/test-logbook'
import { useTimelines } from './store'
import { logOf } from './test-logs'

withServer()
withEnglish()
const setup = withTestLogbook()

const long = 'A long report. '.repeat(400)
const cut = (log: Log): EventLog => ({ ...log, content: '', frame_ids: [], is_cut: true })
const tell = (log: EventLog, kind: 'log.added' | 'log.corrected' = 'log.added') =>
  setup.logbook.emit({ kind, doc_id: log.doc_id, log })
const held = () => useTimelines.getState().timelines[3]?.logs ?? []
const contents = () => held().map(log => log.content.slice(0, 20))

describe('A log that is too long for its event', () => {
  test('is read by those who look at its logbook, together with others', async () => {
    setup.logbook.logs = [logOf(1)]
    await useTimelines.getState().open(3, null)
    const all = [logOf(7, { content: long }), logOf(8, { content: long })]
    const calls = serve(logsByIds, all)
    for (const log of all) tell(cut(log))
    expect(held()).toHaveLength(1)
    await expect.poll(contents).toEqual([long.slice(0, 20), long.slice(0, 20), 'What happened in 1'])
    expect(calls).toHaveLength(1)
  })

  test('is read for a logbook that nobody looks at only when that is opened', async () => {
    const calls = serve(logsByIds, [])
    tell(cut(logOf(7, { doc_id: 9 })))
    setup.logbook.logs = [logOf(1)]
    await useTimelines.getState().open(3, null)
    tell({ ...logOf(8), is_cut: false })
    await expect.poll(contents).toEqual(['What happened in 8', 'What happened in 1'])
    expect(calls).toEqual([])
  })

  test('keeps its place with its corrected words', async () => {
    setup.logbook.logs = [logOf(2), logOf(1)]
    await useTimelines.getState().open(3, null)
    const corrected = { ...logOf(1, { content: long }), revision: 1, corrected_at: '2026-11-20T10:00:00.000Z' }
    serve(logsByIds, [corrected])
    tell(cut(corrected), 'log.corrected')
    await expect.poll(contents).toEqual(['What happened in 2', long.slice(0, 20)])
  })

  test('is not read by its writer, who has it', async () => {
    spreading.within = 20
    setup.logbook.logs = [logOf(1)]
    await useTimelines.getState().open(3, null)
    const written = logOf(7, { content: long })
    const calls = serve(logsByIds, [written])
    tell(cut(written))
    useTimelines.getState().add(written, true)
    tell(cut(logOf(8, { content: long })))
    await expect.poll(() => calls.map(call => call.query.get('doc_log_ids'))).toEqual(['[8]'])
    spreading.within = 0
  })

  test('is asked for again after a failure', async () => {
    setup.logbook.logs = [logOf(1)]
    await useTimelines.getState().open(3, null)
    const written = logOf(7, { content: long })
    let failed = 0
    serve(logsByIds, () => {
      failed += 1
      return failed === 1 ? new Response('', { status: 502 }) : [written]
    })
    tell(cut(written))
    await expect.poll(contents).toEqual([long.slice(0, 20), 'What happened in 1'])
  })
})
