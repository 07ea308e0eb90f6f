import { beforeAll, describe, expect, test } from 'vitest'
import { fetchDocument } from '#shared/contract/documents/endpoints'
import { correctLog } from '#shared/contract/logs/corrections'
import { logsByIds, readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { log as limits } from '#shared/contract/logs/limits'
import { notFound, openWorkshop, readOnly, type Workshop } from '../documents/test-workshop'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})

describe('Writing a log [3.8] [7.14b] [D19]', () => {
  test('returns and announces the whole log, with the id its client gave it [4.7a]', async () => {
    const { tom, server } = workshop
    const doc_id = await workshop.logbook('Bay log')
    const params = {
      content: '**Chain** replaced',
      title: ' Tandem ',
      urls: ['https://pictures.example/1.jpg'],
      client_id: 'draft-7',
    }
    const log = await tom.call(writeLog, { doc_id, ...params })
    expect(log).toEqual({
      id: log.id,
      doc_id,
      title: 'Tandem',
      content: '**Chain** replaced',
      created_at: new Date(server.clock.now()).toISOString(),
      created_by: {
        user_id: tom.user_id,
        user_displayname: 'Tom Reyes',
        user_image: null,
        user_phone: null,
        user_email: null,
      },
      future_instructions_id: null,
      is_generating: false,
      frame_ids: ['https://pictures.example/1.jpg'],
      file_ids: [],
      revision: 0,
      corrected_at: null,
      happened_at: null,
      labels: [],
      comment_count: 0,
      reactions: [],
      client_id: 'draft-7',
    })
    expect((await workshop.events('log.added')).at(-1)).toEqual({
      audience: { to: 'document', doc_id },
      payload: { kind: 'log.added', doc_id, log: { ...log, is_cut: false } },
    })
    const stored = { ...log, client_id: null }
    expect((await tom.call(readLogs, { doc_id })).logs).toEqual([stored])
    expect((await tom.call(fetchDocument, { doc_id })).logs).toEqual([stored])
  })

  test('announces a long log without its text and pictures, and so its corrections', async () => {
    const { tom } = workshop
    const doc_id = await workshop.logbook('Reports')
    const content = 'A long report. '.repeat(400)
    const log = await tom.call(writeLog, { doc_id, content, urls: ['https://pictures.example/1.jpg'], title: 'Report' })
    const cut = { content: '', frame_ids: [], is_cut: true }
    const [told] = (await workshop.events('log.added')).slice(-1)
    expect(told?.payload).toEqual({ kind: 'log.added', doc_id, log: { ...log, ...cut } })
    const corrected = await tom.call(correctLog, { doc_id, log_id: log.id, content: `${content}!`, revision: 0 })
    const [again] = (await workshop.events('log.corrected')).slice(-1)
    expect(again?.payload).toEqual({
      kind: 'log.corrected',
      doc_id,
      log: { ...log, ...corrected, ...cut, client_id: null },
    })
  })

  test('can state an earlier time of the event; the order stays that of writing [D20]', async () => {
    const { server, tom } = workshop
    const doc_id = await workshop.logbook('Handover', { access: 'organisation' })
    const first = await tom.call(writeLog, { doc_id, content: 'Doors opened' })
    server.clock.advance(1_000)
    const happened_at = new Date(server.clock.now() - 5 * 3_600_000).toISOString()
    const log = await tom.call(writeLog, { doc_id, content: 'The gate stood open', happened_at })
    expect(log.happened_at).toBe(happened_at)
    expect(first.happened_at).toBeNull()
    const { logs } = await tom.call(readLogs, { doc_id })
    expect(logs.map(({ id, happened_at }) => ({ id, happened_at }))).toEqual([
      { id: log.id, happened_at },
      { id: first.id, happened_at: null },
    ])
    expect((await workshop.events('log.added')).at(-1)?.payload).toMatchObject({ log: { happened_at } })
    await tom.call(correctLog, { doc_id, log_id: log.id, content: 'The side gate stood open', revision: 0 })
    const [corrected] = await tom.call(logsByIds, { doc_log_ids: [log.id] })
    expect(corrected).toMatchObject({ content: 'The side gate stood open', happened_at })
  })

  test.each([
    ['in the future', 61_000, 'This time is in the future.'],
    ['before the year 2000', '1999-12-31T23:59:59.999Z', 'The earliest time is January 1, 2000.'],
  ])('is refused for a time %s, and nothing is written', async (_when, time, message) => {
    const { server, tom } = workshop
    const doc_id = await workshop.logbook('Refused times', { access: 'organisation' })
    const happened_at = typeof time === 'string' ? time : new Date(server.clock.now() + time).toISOString()
    await expect(tom.call(writeLog, { doc_id, content: 'No', happened_at })).rejects.toMatchObject({
      status: 400,
      code: 'log.time_out_of_range',
      issues: [{ path: 'happened_at', message }],
    })
    expect((await tom.call(readLogs, { doc_id })).logs).toEqual([])
  })

  test('without a title takes one from the first words, in the writer’s language if there are none', async () => {
    const { tom, lena } = workshop
    const doc_id = await workshop.logbook('Untitled', { access: 'organisation' })
    expect(await tom.call(writeLog, { doc_id, content: '## Morning\nAll locked.', title: '  ' })).toMatchObject({
      title: 'Morning',
    })
    expect(await lena.call(writeLog, { doc_id, urls: ['https://pictures.example/1.jpg'] })).toMatchObject({
      title: 'Bild',
      content: '',
    })
  })

  test('requires contents', async () => {
    const doc_id = await workshop.logbook('Empty')
    for (const params of [{}, { content: ' \n' }, { title: ' ', urls: [] }]) {
      await expect(workshop.tom.call(writeLog, { doc_id, ...params })).rejects.toMatchObject({
        status: 400,
        code: 'request.invalid',
        issues: [{ path: 'content' }],
      })
    }
  })

  test('allows at most 12 pictures, and only web URLs', async () => {
    const doc_id = await workshop.logbook('Pictures')
    const urls = Array.from({ length: limits.frames + 1 }, (_, index) => `https://pictures.example/${index}.jpg`)
    const { tom } = workshop
    expect((await tom.call(writeLog, { doc_id, urls: urls.slice(1) })).frame_ids).toHaveLength(12)
    await expect(tom.call(writeLog, { doc_id, urls })).rejects.toMatchObject({
      status: 400,
      issues: [{ path: 'urls' }],
    })
    await expect(tom.call(writeLog, { doc_id, urls: ['javascript:alert(1)'] })).rejects.toMatchObject({
      status: 400,
      issues: [{ path: 'urls.0' }],
    })
  })

  test('is possible in logbooks only, which people who may write there are told', async () => {
    const { tom, ana, lena } = workshop
    const doc_id = await workshop.logbook('A page', { document_type: 'document' })
    await workshop.gives(doc_id, ana, 'viewer')
    const write = { doc_id, content: 'Hello' }
    await expect(tom.call(writeLog, write)).rejects.toMatchObject({ status: 409, code: 'document.not_a_logbook' })
    await expect(ana.call(writeLog, write)).rejects.toMatchObject(readOnly)
    await expect(lena.call(writeLog, write)).rejects.toMatchObject(notFound)
    await expect(tom.call(writeLog, { ...write, doc_id: 1_000_000 })).rejects.toMatchObject(notFound)
  })

  test('that is refused writes and announces nothing', async () => {
    const { ana, tom } = workshop
    const doc_id = await workshop.logbook('Read only')
    await workshop.gives(doc_id, ana, 'viewer')
    const before = await workshop.events('log.added')
    await expect(ana.call(writeLog, { doc_id, content: 'Hello' })).rejects.toMatchObject(readOnly)
    expect(await workshop.events('log.added')).toEqual(before)
    expect((await tom.call(readLogs, { doc_id })).logs).toEqual([])
  })

  test('repeated with the same key is written once', async () => {
    const { tom } = workshop
    const doc_id = await workshop.logbook('Once')
    const first = await tom.call(writeLog, { doc_id, content: 'Hello' }, { key: 'once' })
    expect(await tom.call(writeLog, { doc_id, content: 'Hello' }, { key: 'once' })).toEqual(first)
    expect((await tom.call(readLogs, { doc_id })).logs).toHaveLength(1)
  })

  test('by many at once loses none, and the list knows the last one', async () => {
    const { tom, ana, server } = workshop
    const doc_id = await workshop.logbook('Busy', { access: 'organisation' })
    server.clock.advance(1_000)
    const written = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? tom : ana).call(writeLog, { doc_id, content: `Log ${index}` }),
      ),
    )
    const { logs } = await tom.call(readLogs, { doc_id })
    expect(logs.map(log => log.id)).toEqual(written.map(log => log.id).sort((first, other) => other - first))
    const [noted] = await server.asOwner('select written_at from last_writes where doc_id = $1', [doc_id])
    expect(noted).toEqual({ written_at: new Date(server.clock.now()).toISOString() })
  })
})

describe('Logs by their ids [7.14a]', () => {
  test('are returned in the requested order, without those that the caller may not read', async () => {
    const { tom, ana, zoe } = workshop
    const open = await workshop.logbook('Open', { access: 'organisation' })
    const closed = await workshop.logbook('Closed')
    const [first, second] = await workshop.writes(tom, open, 'First', 'Second')
    const [hidden] = await workshop.writes(tom, closed, 'Hidden')
    const doc_log_ids = [second, hidden, first].map(log => log?.id ?? 0)
    const contents = async (who: typeof ana) => (await who.call(logsByIds, { doc_log_ids })).map(log => log.content)
    expect(await contents(tom)).toEqual(['Second', 'Hidden', 'First'])
    expect(await contents(ana)).toEqual(['Second', 'First'])
    expect(await contents(zoe)).toEqual([])
  })
})
