import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uploadFiles } from '#shared/contract/attachments/endpoints'
import {
  createDocument,
  deleteDocument,
  fetchDocument,
  listDocuments,
  updateDocument,
} from '#shared/contract/documents/endpoints'
import { createGraph, updateGraph } from '#shared/contract/graphs/endpoints'
import { logsByIds, readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { addBranch } from '#shared/contract/organisations/branches'
import { notAllowed, notFound, openWorkshop, readOnly, type Workshop } from './test-workshop'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})

beforeEach(() => workshop.server.clock.advance(1_000))

const now = () => new Date(workshop.server.clock.now()).toISOString()

describe('A document [3.6a] [D18]', () => {
  test('has the given fields, its creator and its time', async () => {
    const { tom } = workshop
    const made = await tom.call(createDocument, {
      document_name: '  Bay log ',
      document_type: 'logbook',
      document_description: 'What happens in the bays',
      prompt: '',
    })
    expect(made).toMatchObject({
      document_name: 'Bay log',
      document_description: 'What happens in the bays',
      document_type: 'logbook',
      content: '',
      version: 0,
      prompt: null,
      read_only: false,
      access: 'private',
      branch_id: null,
      createdby: { user_id: tom.user_id, user_displayname: 'Tom Reyes' },
      createdat: now(),
      updatedby: { user_id: tom.user_id },
      updatedat: now(),
      is_pinned: false,
      logs: [],
      log_id: null,
    })
    expect(await tom.call(fetchDocument, { doc_id: made.doc_id })).toEqual(made)
    expect(await workshop.events('document.created')).toContainEqual({
      audience: { to: 'document', doc_id: made.doc_id },
      payload: { kind: 'document.created', doc_id: made.doc_id },
    })
  })

  test('comes with its newest 30 logs, or without logs and the id of the newest [7.12a]', async () => {
    const { tom } = workshop
    const doc_id = await workshop.logbook('Long log')
    const logs = await workshop.writes(tom, doc_id, ...Array.from({ length: 32 }, (_, index) => `Log ${index}`))
    const whole = await tom.call(fetchDocument, { doc_id })
    expect(whole.logs.map(log => log.content)).toEqual(
      logs
        .map(log => log.content)
        .reverse()
        .slice(0, 30),
    )
    const bare = await tom.call(fetchDocument, { doc_id, ignoreLogs: true })
    expect(bare).toMatchObject({ logs: [], log_id: logs.at(-1)?.id })
  })

  test('comes with its files and its graphs, for everybody who may read it [3.6a]', async () => {
    const { tom, ana } = workshop
    const doc_id = await workshop.logbook('Counter log', { access: 'organisation' })
    const files = [
      { name: 'rules.txt', bytes: Buffer.from('Rules') },
      { name: 'prices.txt', bytes: Buffer.from('Prices') },
    ]
    const [rules, prices] = await tom.call(uploadFiles, { doc_id }, { files })
    const graph = (name: string) => tom.call(createGraph, { logbook_id: doc_id, name, labels: { 0: 'Clear' } })
    const queue = await graph('Queue')
    const brakes = await graph('Brakes')
    const { updated_at: _, ...pinned } = await tom.call(updateGraph, { graph_id: queue.graph_id, is_pinned: true })
    for (const who of [tom, ana]) {
      const document = await who.call(fetchDocument, { doc_id, ignoreLogs: true })
      expect(document.file_attachments.map(({ file_id, file_name }) => [file_id, file_name])).toEqual([
        [rules?.file_id, 'rules.txt'],
        [prices?.file_id, 'prices.txt'],
      ])
      const [file] = document.file_attachments
      expect(await (await fetch(`${workshop.server.url}${file?.url}`)).text()).toBe('Rules')
      expect(document.graphs).toMatchObject([pinned, { graph_id: brakes.graph_id, labels: { 0: 'Clear' } }])
    }
  })

  test('with branch access names a branch that its creator can see', async () => {
    const { lena, maya, yard } = workshop
    const closed = await maya.call(addBranch, { branch_name: 'Back room', is_open_branch: false })
    const params = { document_name: 'Yard log', document_type: 'logbook', access: 'branch' } as const
    await expect(lena.call(createDocument, params)).rejects.toMatchObject({
      status: 400,
      code: 'request.invalid',
      issues: [{ path: 'branch_id' }],
    })
    await expect(lena.call(createDocument, { ...params, branch_id: closed.id })).rejects.toMatchObject({
      code: 'branch.not_found',
    })
    expect(await lena.call(createDocument, { ...params, branch_id: yard })).toMatchObject({
      access: 'branch',
      branch_id: yard,
    })
  })

  test('of another organisation does not exist [D6]', async () => {
    const { zoe } = workshop
    const doc_id = await workshop.logbook('Ours', { access: 'organisation' })
    await expect(zoe.call(fetchDocument, { doc_id })).rejects.toMatchObject(notFound)
    await expect(zoe.call(writeLog, { doc_id, content: 'Hello' })).rejects.toMatchObject(notFound)
    await expect(zoe.call(readLogs, { doc_id })).rejects.toMatchObject(notFound)
    await expect(zoe.call(updateDocument, { doc_id, document_name: 'Mine' })).rejects.toMatchObject(notFound)
    await expect(zoe.call(deleteDocument, { doc_id })).rejects.toMatchObject(notFound)
    expect((await zoe.call(listDocuments, {})).map(document => document.doc_id)).not.toContain(doc_id)
  })
})

describe('Changing a document [7.12a] [D21]', () => {
  test('changes the given fields and nothing else, and records who did it', async () => {
    const { dev } = workshop
    const doc_id = await workshop.logbook('Bay log', { document_description: 'Bays', prompt: 'Be short' })
    const changed = await dev.call(updateDocument, { doc_id, document_name: 'Bay 2 log', document_description: '' })
    expect(changed).toMatchObject({
      document_name: 'Bay 2 log',
      document_description: null,
      prompt: 'Be short',
      updatedby: { user_id: dev.user_id },
      updatedat: now(),
    })
    expect(await workshop.events('document.updated')).toContainEqual({
      audience: { to: 'document', doc_id },
      payload: { kind: 'document.updated', doc_id, version: changed.version, updated_at: changed.updatedat },
    })
  })

  test('is allowed to its creator, editors by grant and managers; others can only read or write logs', async () => {
    const { tom, maya, dev, ana, lena } = workshop
    const open = await workshop.logbook('Open', { access: 'organisation' })
    const rename = { doc_id: open, document_name: 'Renamed' }
    for (const who of [tom, maya, dev])
      expect(await who.call(updateDocument, rename)).toMatchObject({ document_name: 'Renamed' })
    await expect(ana.call(updateDocument, rename)).rejects.toMatchObject(notAllowed)

    const closed = await workshop.logbook('Closed')
    const params = { doc_id: closed, prompt: 'Short' }
    await expect(ana.call(updateDocument, params)).rejects.toMatchObject(notFound)
    await workshop.gives(closed, ana, 'viewer')
    await workshop.gives(closed, lena, 'editor')
    await expect(ana.call(updateDocument, params)).rejects.toMatchObject(readOnly)
    expect(await lena.call(updateDocument, params)).toMatchObject({ prompt: 'Short', read_only: false })
    await expect(lena.call(updateDocument, { doc_id: closed, access: 'organisation' })).rejects.toMatchObject(
      notAllowed,
    )
  })

  test('of its access is announced to those who lose it and those who gain it, and audited [D8]', async () => {
    const { tom, ana, lena, yard, dev, maya } = workshop
    const doc_id = await workshop.logbook('Yard log', { access: 'branch', branch_id: yard })
    expect(await ana.call(fetchDocument, { doc_id })).toMatchObject({ read_only: false })
    expect(await tom.call(updateDocument, { doc_id, access: 'private' })).toMatchObject({ access: 'private' })
    await expect(ana.call(fetchDocument, { doc_id })).rejects.toMatchObject(notFound)
    const told = (await workshop.events('document.access_changed')).at(-1)
    expect(told?.payload).toEqual({ kind: 'document.access_changed', doc_id })
    expect(told?.audience.user_ids?.toSorted()).toEqual([maya, dev, tom, ana].map(actor => actor.user_id).toSorted())
    expect(await workshop.audited(doc_id)).toEqual([
      {
        kind: 'document.access_changed',
        actor_id: tom.user_id,
        details: { was: { access: 'branch', branch_id: yard }, access: 'private', branch_id: yard },
      },
    ])
    await tom.call(updateDocument, { doc_id, access: 'organisation' })
    expect((await workshop.events('document.access_changed')).at(-1)?.audience).toEqual({ to: 'organisation' })
    expect(await lena.call(fetchDocument, { doc_id })).toMatchObject({ doc_id })
  })

  test('to its current value announces nothing', async () => {
    const { tom } = workshop
    const doc_id = await workshop.logbook('Calm', { access: 'organisation' })
    const before = await workshop.events('document.access_changed')
    await tom.call(updateDocument, { doc_id, access: 'organisation' })
    expect(await workshop.events('document.access_changed')).toEqual(before)
  })
})

describe('Deleting a document [4.7b]', () => {
  test('hides it and its logs from everybody, keeps the rows, and is audited', async () => {
    const { tom, maya, lena, server } = workshop
    const doc_id = await workshop.logbook('Old log', { access: 'organisation' })
    const [log] = await workshop.writes(lena, doc_id, 'Still there')
    expect(await tom.call(deleteDocument, { doc_id })).toBeNull()
    for (const who of [tom, maya, lena]) {
      await expect(who.call(fetchDocument, { doc_id })).rejects.toMatchObject(notFound)
      await expect(who.call(writeLog, { doc_id, content: 'Hello' })).rejects.toMatchObject(notFound)
      await expect(who.call(readLogs, { doc_id })).rejects.toMatchObject(notFound)
      expect(await who.call(logsByIds, { doc_log_ids: [log?.id ?? 0] })).toEqual([])
      expect((await who.call(listDocuments, { query: 'Old log' })).map(document => document.doc_id)).toEqual([])
    }
    await expect(tom.call(deleteDocument, { doc_id })).rejects.toMatchObject(notFound)
    expect(await server.asOwner('select content from logs where doc_id = $1', [doc_id])).toEqual([
      { content: 'Still there' },
    ])
    expect((await workshop.audited(doc_id)).map(entry => entry.kind)).toEqual(['document.deleted'])
  })

  test('is announced to those who could read it until then', async () => {
    const { tom, maya, dev, ana } = workshop
    const doc_id = await workshop.logbook('Shared with Ana')
    await workshop.gives(doc_id, ana, 'viewer')
    await tom.call(deleteDocument, { doc_id })
    const told = (await workshop.events('document.deleted')).at(-1)
    expect(told?.payload).toEqual({ kind: 'document.deleted', doc_id })
    expect(told?.audience.user_ids?.toSorted()).toEqual([tom, maya, dev, ana].map(actor => actor.user_id).toSorted())
  })

  test('is allowed to its creator and managers', async () => {
    const { ana, lena, dev } = workshop
    const doc_id = await workshop.logbook('Kept')
    await workshop.gives(doc_id, ana, 'viewer')
    await workshop.gives(doc_id, lena, 'editor')
    await expect(ana.call(deleteDocument, { doc_id })).rejects.toMatchObject(readOnly)
    await expect(lena.call(deleteDocument, { doc_id })).rejects.toMatchObject(notAllowed)
    expect(await dev.call(deleteDocument, { doc_id })).toBeNull()
  })
})

describe('The list of documents [3.6b] [7.12a]', () => {
  test('has the last written first, whether a log or a change was written, with the writer', async () => {
    const { tom, ana, dev } = workshop
    const names = async () => (await ana.call(listDocuments, { query: 'round' })).map(document => document.doc_name)
    const morning = await workshop.logbook('Morning round', { access: 'organisation' })
    workshop.server.clock.advance(1_000)
    const evening = await workshop.logbook('Evening round', { access: 'organisation' })
    expect(await names()).toEqual(['Evening round', 'Morning round'])

    await workshop.writes(ana, morning, 'All locked')
    const [first] = await ana.call(listDocuments, { query: 'round' })
    expect(first).toEqual({
      doc_id: morning,
      doc_name: 'Morning round',
      document_type: 'logbook',
      access: 'organisation',
      last_written_at: now(),
      last_written_by: 'Ana Lima',
      is_pinned: false,
      opened_at: null,
      read_only: false,
      recording: null,
    })

    workshop.server.clock.advance(1_000)
    await dev.call(updateDocument, { doc_id: evening, prompt: 'Short' })
    expect(await tom.call(listDocuments, { query: 'round' })).toMatchObject([
      { last_written_by: 'Dev Anand' },
      { last_written_by: 'Ana Lima' },
    ])
  })

  test('searches words of name and description together, in any order, ignoring capitals', async () => {
    const { tom, ana } = workshop
    await workshop.logbook('Grease gun', { document_description: 'Where it hangs: Shelf 9', access: 'organisation' })
    await workshop.logbook('Grease', { access: 'organisation' })
    await workshop.logbook('Grease nipples', { document_description: 'On shelf 9', access: 'private' })
    const names = async (query: string, who = tom) =>
      (await who.call(listDocuments, { query })).map(document => document.doc_name)
    expect(await names('shelf GREASE 9')).toEqual(['Grease nipples', 'Grease gun'])
    expect(await names('shelf grease 9', ana)).toEqual(['Grease gun'])
    expect(await names('grease 8')).toEqual([])
    expect(await names('gunwhere')).toEqual([])
  })

  test('searches by type and by words of the name, taken literally', async () => {
    const { tom } = workshop
    await workshop.logbook('100 % cotton_bags')
    await workshop.logbook('Cotton plan', { document_type: 'document' })
    const names = async (params: { type?: 'document'; query: string }) =>
      (await tom.call(listDocuments, params)).map(document => document.doc_name)
    expect(await names({ query: 'BAGS cotton' })).toEqual(['100 % cotton_bags'])
    expect(await names({ query: 'cotton', type: 'document' })).toEqual(['Cotton plan'])
    expect(await names({ query: '0%' })).toEqual([])
    expect(await names({ query: 'n_b' })).toEqual(['100 % cotton_bags'])
    expect(await names({ query: 'n_p' })).toEqual([])
    expect(await names({ query: '\\' })).toEqual([])
  })

  test('continues page by page without losing or repeating one, also among those of the same moment', async () => {
    const { tom } = workshop
    const ids: number[] = []
    for (const number of [1, 2, 3, 4, 5]) ids.push(await workshop.logbook(`Same moment ${number}`))
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await tom.reply(listDocuments, { query: 'same moment', limit: 2, ...(cursor && { cursor }) })
      seen.push(...page.data.map(document => document.doc_id))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(ids.reverse())
  })

  test('refuses an invalid cursor', async () => {
    await expect(workshop.tom.call(listDocuments, { cursor: 'eyJhdCI6MX0' })).rejects.toMatchObject({
      status: 400,
      issues: [{ path: 'cursor' }],
    })
  })
})
