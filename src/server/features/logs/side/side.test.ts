import { beforeAll, describe, expect, test } from 'vitest'
import { uploadFiles } from '#shared/contract/attachments/endpoints'
import { deleteDocument } from '#shared/contract/documents/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { labelLog, updateGraph } from '#shared/contract/graphs/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { readSide } from '#shared/contract/logs/side'
import type { Actor } from '../../../../../test/actor'
import { sends, text } from '../../attachments/test-files'
import { notFound } from '../../documents/test-workshop'
import { openCounter } from '../../graphs/test-graphs'

let counter: Awaited<ReturnType<typeof openCounter>>
beforeAll(async () => {
  counter = await openCounter()
})

const side = (who: Actor, doc_id: number, params: Omit<Input<typeof readSide>, 'doc_id'> = {}) =>
  who.call(readSide, { doc_id, ...params })

async function dayOf(who: Actor, doc_id: number, on: string) {
  const { day } = await side(who, doc_id, { on })
  return {
    logs: day?.log_count,
    labels: day?.labels.map(({ text, count }) => `${text} ${count}`),
    writers: day?.writers.map(({ person, count }) => `${person?.user_displayname ?? 'Mate'} ${count}`),
  }
}

describe('The day beside a timeline [D20, D22]', () => {
  test('has the number of logs for each label, graph by graph, and for each writer; Mate counts as nobody', async () => {
    const { logbook, graph, logsAt, marks, tom, ana } = counter
    const doc_id = await logbook('Counter log', { access: 'organisation' })
    const parts = await graph(doc_id, { 0: 'Pads', 1: 'Rotor' }, 'A parts list')
    const queue = await graph(doc_id)
    const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00Z`
    const toms = await logsAt(doc_id, [at(8), at(9)], tom.user_id)
    const anas = await logsAt(doc_id, [at(10)], ana.user_id)
    const mates = await logsAt(doc_id, [at(11), at(12), at(13)])
    await logsAt(doc_id, ['2026-11-19T12:00:00Z', '2026-11-21T12:00:00Z'], tom.user_id)
    const [first = 0, second = 0] = toms
    await marks(queue, [...[first, second, ...mates].map(id => [id, 0] as const), [first, 2]])
    await marks(parts, [[anas[0] ?? 0, 1]])
    expect(await dayOf(tom, doc_id, '2026-11-20')).toEqual({
      logs: 6,
      labels: ['Rotor 1', 'Clear 5', 'Unattended 1'],
      writers: ['Mate 3', 'Tom Reyes 2', 'Ana Lima 1'],
    })
    await tom.call(updateGraph, { graph_id: queue.graph_id, is_pinned: true })
    expect((await dayOf(tom, doc_id, '2026-11-20')).labels).toEqual(['Clear 5', 'Unattended 1', 'Rotor 1'])
    expect(await dayOf(tom, doc_id, '2026-11-18')).toEqual({ logs: 0, labels: [], writers: [] })
  })

  test('is a day of the reader’s zone, including a repeated hour', async () => {
    const { logbook, logsAt, tom, maya } = counter
    const doc_id = await logbook('Night log', { access: 'organisation' })
    // Berlin leaves summer time on October 25, 2026: the day lasts from 22:00 until 23:00 UTC of the next one.
    const edges = ['2026-10-24T21:59:59Z', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z']
    await logsAt(doc_id, edges)
    expect((await dayOf(tom, doc_id, '2026-10-25')).logs).toBe(2)
    expect((await dayOf(maya, doc_id, '2026-10-25')).logs).toBe(2)
    expect((await dayOf(maya, doc_id, '2026-10-24')).logs).toBe(2)
    expect((await dayOf(tom, doc_id, '2026-10-24')).logs).toBe(1)
  })

  test('reflects labels that are added, removed and renamed', async () => {
    const { logbook, graph, server, tom } = counter
    const doc_id = await logbook('Bay log')
    const { graph_id } = await graph(doc_id)
    const log = await tom.call(writeLog, { doc_id, content: 'Nobody waits.', labels: [{ graph_id, label: 0 }] })
    const today = new Date(server.clock.now()).toISOString().slice(0, 10)
    expect((await dayOf(tom, doc_id, today)).labels).toEqual(['Clear 1'])
    await tom.call(labelLog, { doc_id, log_id: log.id, graph_id, labels: [1, 2] })
    await tom.call(updateGraph, { graph_id, labels: { 0: 'Clear', 1: 'Long queue', 2: 'Unattended' } })
    expect((await dayOf(tom, doc_id, today)).labels).toEqual(['Long queue 1', 'Unattended 1'])
  })

  test('of five thousand logs is counted completely', async () => {
    const { logbook, graph, logsAt, marks, tom } = counter
    const doc_id = await logbook('Busy log')
    const queue = await graph(doc_id)
    const begin = Date.parse('2026-11-20T06:00:00Z')
    const instants = Array.from({ length: 5_000 }, (_, nr) => new Date(begin + nr * 5_000).toISOString())
    const ids = await logsAt(doc_id, instants, tom.user_id)
    await marks(
      queue,
      ids.map((id, nr) => [id, nr % 2] as const),
    )
    expect(await dayOf(tom, doc_id, '2026-11-20')).toEqual({
      logs: 5_000,
      labels: ['Clear 2500', 'Queue 2500'],
      writers: ['Tom Reyes 5000'],
    })
  })

  test('is not counted unless it is requested', async () => {
    const doc_id = await counter.logbook('Quiet log')
    expect(await side(counter.tom, doc_id)).toEqual({ day: null, files: [], next_files: null })
    await expect(side(counter.tom, doc_id, { on: '2026-02-30' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('The files beside a timeline [3.7, D23]', () => {
  test('are those of its logs and of the document itself, newest first, paged without gaps', async () => {
    const { logbook, server, tom } = counter
    const doc_id = await logbook('File log')
    const other = await logbook('Other log')
    const names: string[] = []
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      server.clock.advance(1_000)
      const { file_id } = await sends(tom, text(`${name}.txt`, name))
      await tom.call(writeLog, { doc_id, content: name, file_ids: [file_id] })
      names.unshift(`${name}.txt`)
    }
    server.clock.advance(1_000)
    await tom.call(uploadFiles, { doc_id }, { files: [text('rules.txt', 'Rules'), text('chart.txt', 'Chart')] })
    await tom.call(uploadFiles, { doc_id: other }, { files: [text('elsewhere.txt', 'Elsewhere')] })
    await sends(tom, text('nobody’s.txt', 'Nobody’s'))
    const seen: string[] = []
    let files_after: string | undefined
    do {
      const page = await side(tom, doc_id, { files: 3, ...(files_after && { files_after }) })
      expect(page.files.length).toBeLessThanOrEqual(3)
      seen.push(...page.files.map(file => file.file_name))
      files_after = page.next_files ?? undefined
    } while (files_after)
    expect(seen.slice(0, 2).sort()).toEqual(['chart.txt', 'rules.txt'])
    expect(seen.slice(2)).toEqual(names)
    const { files } = await side(tom, doc_id, { files: 100 })
    expect(files.slice(0, 2).map(file => file.log_id)).toEqual([null, null])
    expect(files[2]).toMatchObject({ file_name: 'five.txt', mime_type: 'text/plain', log_id: expect.any(Number) })
  })

  test('refuse a cursor of another list', async () => {
    const doc_id = await counter.logbook('Another log')
    await expect(side(counter.tom, doc_id, { files: 3, files_after: 'bm90aGluZw' })).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe('The data beside a timeline [D21]', () => {
  test('is for its readers: others, and people of other organisations, get the answer for a missing document', async () => {
    const { logbook, gives, tom, ana, maya, zoe } = counter
    const doc_id = await logbook('Private log')
    const params = { on: '2026-11-20', files: 5 }
    for (const who of [ana, zoe]) await expect(side(who, doc_id, params)).rejects.toMatchObject(notFound)
    await expect(side(ana, 999_999_999, params)).rejects.toMatchObject(notFound)
    await gives(doc_id, ana, 'viewer')
    for (const who of [tom, maya, ana]) expect((await side(who, doc_id, params)).day?.log_count).toBe(0)
    await tom.call(deleteDocument, { doc_id })
    for (const who of [tom, maya]) await expect(side(who, doc_id, params)).rejects.toMatchObject(notFound)
  })
})
