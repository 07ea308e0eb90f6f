import { beforeAll, describe, expect, test } from 'vitest'
import { revokeAccess } from '#shared/contract/documents/endpoints'
import { createGraph } from '#shared/contract/graphs/endpoints'
import { correctLog, readRevisions } from '#shared/contract/logs/corrections'
import { readLogs, searchLogs, writeLog } from '#shared/contract/logs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import { notFound, openWorkshop, readOnly, type Workshop } from '../documents/test-workshop'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})

const notYours = { status: 403, code: 'log.not_yours' }
const noLog = { status: 404, code: 'log.not_found' }
const person = (user_id: number) => expect.objectContaining({ user_id })

/** A log of Tom's in a logbook that everybody may write in. */
async function written(params: { content?: string; title?: string; urls?: string[] } = {}): Promise<Log> {
  const doc_id = await workshop.logbook('Bay log', { access: 'organisation' })
  return workshop.tom.call(writeLog, { doc_id, content: 'Brake pads worn', ...params })
}

const named = (log: Log) => ({ doc_id: log.doc_id, log_id: log.id })

describe('Correcting a log [D19]', () => {
  test('replaces its text and keeps everything else', async () => {
    const { tom, server } = workshop
    const doc_id = await workshop.logbook('Labelled', { access: 'organisation' })
    const { graph_id } = await tom.call(createGraph, { logbook_id: doc_id, name: 'Bay', labels: { 0: 'Clear' } })
    const labels = [{ graph_id, label: 0 }]
    const urls = ['https://pictures.example/1.jpg']
    const log = await tom.call(writeLog, { doc_id, content: 'Chian replaced', title: 'Tandem', urls, labels })
    server.clock.advance(60_000)
    const corrected = await tom.call(correctLog, { ...named(log), content: 'Chain replaced', revision: 0 })
    const corrected_at = new Date(server.clock.now()).toISOString()
    expect(corrected).toEqual({ id: log.id, title: 'Tandem', revision: 1, corrected_at })
    expect(log.labels).toEqual([{ graph_id, label: 0, text: 'Clear' }])
    expect((await tom.call(readLogs, { doc_id })).logs).toEqual([
      { ...log, content: 'Chain replaced', revision: 1, corrected_at },
    ])
  })

  test('is announced to its readers like a new log, without the writer’s picture', async () => {
    const log = await written()
    const { doc_id } = log
    const corrected = await workshop.tom.call(correctLog, { ...named(log), content: 'Brake pads new', revision: 0 })
    expect((await workshop.events('log.corrected')).at(-1)).toEqual({
      audience: { to: 'document', doc_id },
      payload: {
        kind: 'log.corrected',
        doc_id,
        log: { ...log, ...corrected, content: 'Brake pads new', is_cut: false },
      },
    })
  })

  test('keeps a title that is left out, and makes one from the new words if it is emptied', async () => {
    const log = await written({ title: 'Tandem' })
    const { tom } = workshop
    const kept = await tom.call(correctLog, { ...named(log), content: 'Pads are new. All good.', revision: 0 })
    expect(kept.title).toBe('Tandem')
    const made = await tom.call(correctLog, {
      ...named(log),
      title: ' ',
      content: 'Pads are new. All good.',
      revision: 1,
    })
    expect(made.title).toBe('Pads are new')
    const named2 = await tom.call(correctLog, {
      ...named(log),
      title: 'Pads',
      content: 'Pads are new. All good.',
      revision: 2,
    })
    expect(named2.title).toBe('Pads')
  })

  test('makes it searchable by its new words and not by the old ones', async () => {
    const log = await written({ content: 'Spinnaker torn' })
    await workshop.tom.call(correctLog, { ...named(log), title: '', content: 'Genoa torn', revision: 0 })
    const idsFoundBy = async (query: string) => (await workshop.tom.call(searchLogs, { query })).map(found => found.id)
    expect(await idsFoundBy('genoa')).toEqual([log.id])
    expect(await idsFoundBy('spinnaker')).toEqual([])
  })

  test('without a change is no correction', async () => {
    const log = await written()
    const before = await workshop.events('log.corrected')
    const { id, title } = log
    expect(await workshop.tom.call(correctLog, { ...named(log), content: log.content, revision: 0 })).toEqual({
      id,
      title,
      revision: 0,
      corrected_at: null,
    })
    expect(await workshop.events('log.corrected')).toEqual(before)
    expect(await workshop.tom.call(readRevisions, named(log))).toHaveLength(1)
  })

  test('repeated with the same key happens once', async () => {
    const log = await written()
    const params = { ...named(log), content: 'Brake pads new', revision: 0 }
    const first = await workshop.tom.call(correctLog, params, { key: 'correct-once' })
    expect(await workshop.tom.call(correctLog, params, { key: 'correct-once' })).toEqual(first)
    expect(await workshop.tom.call(readRevisions, named(log))).toHaveLength(2)
  })

  test('over one that was corrected meanwhile is refused with both texts, and changes nothing', async () => {
    const { tom } = workshop
    const log = await written()
    await tom.call(correctLog, { ...named(log), content: 'Written here', revision: 0 })
    const reply = await tom.reply(correctLog, { ...named(log), content: 'Written there', revision: 0 })
    expect(reply).toMatchObject({
      status: 409,
      code: 'log.stale',
      data: {
        current: { revision: 1, content: 'Written here', title: 'Brake pads worn', written_by: person(tom.user_id) },
        sent: { title: null, content: 'Written there', revision: 0 },
      },
    })
    expect((await tom.call(readRevisions, named(log))).map(revision => revision.content)).toEqual([
      'Written here',
      'Brake pads worn',
    ])
  })

  test('by two at the same moment lets one of them be first', async () => {
    const log = await written()
    const correct = (content: string) => workshop.tom.reply(correctLog, { ...named(log), content, revision: 0 })
    const replies = await Promise.all(['One', 'Two', 'Three'].map(correct))
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409, 409])
    expect(await workshop.tom.call(readRevisions, named(log))).toHaveLength(2)
  })

  test('cannot leave a log empty', async () => {
    const { tom } = workshop
    const log = await written()
    await expect(tom.call(correctLog, { ...named(log), title: '', content: ' \n', revision: 0 })).rejects.toMatchObject(
      { status: 400, code: 'request.invalid', issues: [{ path: 'content' }] },
    )
    const pictured = await written({ urls: ['https://pictures.example/1.jpg'] })
    const emptied = await tom.call(correctLog, { ...named(pictured), title: '', content: '', revision: 0 })
    expect(emptied).toMatchObject({ title: 'Picture', revision: 1 })
  })
})

describe('Who may correct a log [D19]', () => {
  test('its writer: no colleague, and not the owner of the workspace', async () => {
    const log = await written()
    const params = { ...named(log), content: 'Something else', revision: 0 }
    await expect(workshop.ana.call(correctLog, params)).rejects.toMatchObject(notYours)
    await expect(workshop.maya.call(correctLog, params)).rejects.toMatchObject(notYours)
    expect((await workshop.tom.call(readLogs, { doc_id: log.doc_id })).logs).toEqual([log])
  })

  test('nobody if a job wrote it', async () => {
    const { tom, server } = workshop
    const log = await written()
    await server.asOwner('update logs set future_instructions_id = 7 where id = $1', [log.id])
    const params = { ...named(log), content: 'Something else', revision: 0 }
    await expect(tom.call(correctLog, params)).rejects.toMatchObject(notYours)
    await server.asOwner('update logs set created_by = null where id = $1', [log.id])
    await expect(workshop.maya.call(correctLog, params)).rejects.toMatchObject(notYours)
  })

  test('not somebody who may only read there now, or not even that', async () => {
    const { ana, tom } = workshop
    const doc_id = await workshop.logbook('Shared')
    await workshop.gives(doc_id, ana, 'editor')
    const log = await ana.call(writeLog, { doc_id, content: 'Mine' })
    const params = { ...named(log), content: 'Still mine', revision: 0 }
    await workshop.gives(doc_id, ana, 'viewer')
    await expect(ana.call(correctLog, params)).rejects.toMatchObject(readOnly)
    await tom.call(revokeAccess, { doc_id, grantee_kind: 'user', grantee_id: ana.user_id })
    await expect(ana.call(correctLog, params)).rejects.toMatchObject(notFound)
    await expect(ana.call(readRevisions, named(log))).rejects.toMatchObject(notFound)
  })

  test('only within its own logbook', async () => {
    const { tom } = workshop
    const [log, other] = [await written(), await written()]
    const params = { doc_id: other.doc_id, log_id: log.id }
    await expect(tom.call(correctLog, { ...params, content: 'Moved', revision: 0 })).rejects.toMatchObject(noLog)
    await expect(tom.call(readRevisions, params)).rejects.toMatchObject(noLog)
    await expect(workshop.zoe.call(readRevisions, named(log))).rejects.toMatchObject(notFound)
  })
})

describe('Revisions of a log [D19]', () => {
  test('are shown to all who may read it, newest first, with time and writer', async () => {
    const { tom, ana, server } = workshop
    const log = await written({ title: 'Pads' })
    const first = log.created_at
    server.clock.advance(60_000)
    await tom.call(correctLog, { ...named(log), content: 'Second', revision: 0 })
    const second = new Date(server.clock.now()).toISOString()
    server.clock.advance(60_000)
    await tom.call(correctLog, { ...named(log), title: 'New pads', content: 'Third', revision: 1 })
    const third = new Date(server.clock.now()).toISOString()
    const written_by = person(tom.user_id)
    expect(await ana.call(readRevisions, named(log))).toEqual([
      { revision: 2, title: 'New pads', content: 'Third', written_at: third, written_by },
      { revision: 1, title: 'Pads', content: 'Second', written_at: second, written_by },
      { revision: 0, title: 'Pads', content: 'Brake pads worn', written_at: first, written_by },
    ])
  })

  test('are deleted with the log', async () => {
    const { tom, server } = workshop
    const log = await written()
    await tom.call(correctLog, { ...named(log), content: 'Second', revision: 0 })
    await server.asOwner('delete from logs where id = $1', [log.id])
    expect(await server.asOwner('select from log_revisions where log_id = $1', [log.id])).toEqual([])
  })
})
