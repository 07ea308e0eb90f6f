import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { downloadFiles } from '#shared/contract/attachments/endpoints'
import { readAudit } from '#shared/contract/audit/endpoints'
import { catchUp } from '#shared/contract/documents/catch-up'
import { createDocument, fetchDocument, openedDocument } from '#shared/contract/documents/endpoints'
import { openPage } from '#shared/contract/documents/pages'
import { compareVersions, readVersion, replaceContent } from '#shared/contract/documents/versions'
import { createGraph, readGraph } from '#shared/contract/graphs/endpoints'
import { readRevisions } from '#shared/contract/logs/corrections'
import { listLogComments } from '#shared/contract/logs/discussion'
import { logsByIds, readLogs, searchLogs, writeLog } from '#shared/contract/logs/endpoints'
import { fetchMate, sendToMate } from '#shared/contract/mate/endpoints'
import { readTranscript } from '#shared/contract/meetings/endpoints'
import { createOrganisation } from '#shared/contract/organisations/endpoints'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from '../../../../test/actor'
import { rowsRead, statementsOf } from '../../../../test/statements'
import { openTestServer } from '../../../../test/test-server'
import { sends } from '../attachments/test-files'
import { openWorkshop, type Workshop } from '../documents/test-workshop'
import { over, records, silence } from '../meetings/test-meeting'

let workshop: Workshop
let doc_id: number

beforeAll(async () => {
  workshop = await openWorkshop()
})

beforeEach(async () => {
  const { tom } = workshop
  doc_id = await workshop.logbook(`Log ${crypto.randomUUID()}`, { access: 'organisation' })
  await workshop.writes(tom, doc_id, 'Kestrel on the roof')
})

/** The views that owners read, once the waiting ones are written; newest first. */
async function views(subject = `document:${doc_id}`, owner: Actor = workshop.maya) {
  await written()
  const entries = await owner.call(readAudit, { kind: 'document.viewed', limit: 100 })
  return entries.filter(entry => entry.subject === subject)
}

async function graph(): Promise<number> {
  const { tom } = workshop
  const { graph_id } = await tom.call(createGraph, { name: 'Birds', logbook_id: doc_id, labels: { 0: 'Seen' } })
  return graph_id
}

async function file(): Promise<string> {
  const { tom } = workshop
  const { file_id } = await sends(tom, { name: 'roof.txt', bytes: Buffer.from('A nest') })
  await tom.call(writeLog, { doc_id, content: 'A nest', file_ids: [file_id] })
  return file_id
}

/** Lets the journal write and waits for it: a view of a separate document follows all others. */
async function written() {
  const { server, maya, dev } = workshop
  const last = await workshop.logbook(`Last ${crypto.randomUUID()}`, {}, dev)
  await dev.call(openedDocument, { doc_id: last })
  await eventually(async () => {
    server.clock.advance(2_000)
    const entries = await maya.call(readAudit, { kind: 'document.viewed', actor: dev.user_id })
    expect(entries.map(entry => entry.subject)).toContain(`document:${last}`)
  })
}

describe('Views of documents in the audit log [D41]', () => {
  test.each<[string, (who: Actor) => Promise<unknown>]>([
    ['opening it', who => who.call(openedDocument, { doc_id })],
    ['reading its logs', who => who.call(readLogs, { doc_id })],
    ['fetching it', who => who.call(fetchDocument, { doc_id })],
    ['reading its logs among others', who => who.call(searchLogs, { query: 'kestrel', doc_ids: [doc_id] })],
    [
      'reading a log of it by id',
      async who => {
        const [log] = await workshop.maya.call(searchLogs, { doc_ids: [doc_id], limit: 1 })
        return who.call(logsByIds, { doc_log_ids: [log?.id ?? 0] })
      },
    ],
  ])('%s is an entry with person and address', async (_, view) => {
    const { lena } = workshop
    await view(lena)
    const seen = (await views()).filter(entry => entry.actor_id === lena.user_id)
    expect(seen).toMatchObject([
      { kind: 'document.viewed', actor_id: lena.user_id, actor_name: 'Lena Fuchs', ip: lena.ip, details: {} },
    ])
  })

  const inLog = { doc_id: 0, log_id: 0 }
  test.each<[string, (who: Actor) => Promise<unknown>]>([
    ['opening a graph of it', async who => who.call(readGraph, { graph_id: await graph() })],
    ['loading a file of it', async who => who.call(downloadFiles, { file_ids: [await file()] })],
    ['reading what is said about a log of it', who => who.call(listLogComments, inLog)],
    ['reading the revisions of a log of it', who => who.call(readRevisions, inLog)],
    ['reading a version of it', who => who.call(readVersion, { doc_id, version: 1 })],
    ['comparing versions of it', who => who.call(compareVersions, { doc_id, from: 0, to: 1 })],
    ['catching up with it', who => who.call(catchUp, {})],
  ])('%s is a view too', async (_, view) => {
    const { lena, tom } = workshop
    await tom.call(replaceContent, { doc_id, content: 'Kestrels nest here.', version: 0 })
    const [log] = await workshop.writes(tom, doc_id, 'Two of them')
    Object.assign(inLog, { doc_id, log_id: log?.id })
    await view(lena)
    const seen = (await views()).filter(entry => entry.actor_id === lena.user_id)
    expect(seen).toMatchObject([{ kind: 'document.viewed', ip: lena.ip, details: {} }])
  })

  test('opening a page is a view too', async () => {
    const { lena } = workshop
    doc_id = await workshop.logbook('Nests', { document_type: 'document', access: 'organisation' })
    await lena.call(openPage, { doc_id })
    expect((await views()).map(entry => entry.actor_id)).toEqual([lena.user_id])
  })

  test('reading a transcript is a view too', async () => {
    const { lena, tom } = workshop
    const { doc_id: meeting } = await records(tom, silence(1), { access: 'organisation' })
    await over(tom, meeting)
    await lena.call(readTranscript, { doc_id: meeting })
    expect((await views(`document:${meeting}`)).map(entry => entry.actor_id)).toContain(lena.user_id)
  })

  test('viewing again within the hour is the same view, later it is another one', async () => {
    const { lena, ana, tom, maya, dev, zoe, server } = workshop
    await lena.call(openedDocument, { doc_id })
    await lena.call(readLogs, { doc_id })
    expect(await views()).toHaveLength(1)
    await lena.call(fetchDocument, { doc_id })
    await ana.call(openedDocument, { doc_id })
    expect((await views()).map(view => view.actor_id)).toEqual([ana.user_id, lena.user_id])
    server.clock.advance(60 * 60_000)
    // No session lasts that long.
    for (const who of [lena, ana, tom, maya, dev, zoe]) await who.signIn(who.address)
    await lena.call(fetchDocument, { doc_id })
    expect((await views()).map(view => view.actor_id)).toEqual([lena.user_id, ana.user_id, lena.user_id])
  })

  test('views of several hours in which the database writes none are all written then', async () => {
    const { lena, ana, tom, maya, dev, zoe, server } = workshop
    const client = await server.pool.connect()
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtextextended('audit views', $1))`, [maya.organization_id])
    for (let hours = 0; hours < 3; hours += 1) {
      await lena.call(openedDocument, { doc_id })
      server.clock.advance(60 * 60_000)
      await lena.signIn(lena.address)
    }
    await client.query('commit')
    client.release()
    for (const who of [ana, tom, maya, dev, zoe]) await who.signIn(who.address)
    expect(await views()).toHaveLength(3)
  })

  test('a view that another server wrote within the hour is not written again', async () => {
    const { server, maya, lena } = workshop
    await server.asOwner(
      `insert into audit (organization_id, actor_id, kind, subject, ip, at) values ($1, $2, 'document.viewed', $3, '10.9.9.9', $4)`,
      [maya.organization_id, lena.user_id, `document:${doc_id}`, new Date(server.clock.now()).toISOString()],
    )
    await lena.call(openedDocument, { doc_id })
    expect((await views()).map(view => view.ip)).toEqual(['10.9.9.9'])
  })

  test('refused calls, and writing without reading, are no views', async () => {
    const { lena, zoe, tom } = workshop
    const hidden = await workshop.logbook('Hidden')
    await expect(lena.call(openedDocument, { doc_id: hidden })).rejects.toMatchObject({ status: 404 })
    await expect(lena.call(readLogs, { doc_id: hidden })).rejects.toMatchObject({ status: 404 })
    await expect(zoe.call(readLogs, { doc_id: hidden })).rejects.toMatchObject({ status: 404 })
    await tom.call(writeLog, { doc_id: hidden, content: 'Nobody looks' })
    expect(await views(`document:${hidden}`)).toEqual([])
  })

  test('what Mate reads for somebody counts as theirs, and is marked', async () => {
    const { lena, tom } = workshop
    await workshop.writes(tom, doc_id, 'Lammergeier on the roof')
    await lena.call(sendToMate, { message: 'lammergeier', client_id: 'lammergeier' })
    await eventually(async () => {
      const messages = await lena.call(fetchMate, {})
      expect(messages.some(message => JSON.stringify(message).includes(`#/docs/${doc_id}`))).toBe(true)
    })
    const seen = await views()
    expect(seen).toMatchObject([{ actor_id: lena.user_id, details: { via: 'mate' } }])
    // Opening it directly is another view.
    await lena.call(openedDocument, { doc_id })
    expect((await views()).map(view => view.details)).toEqual([{}, { via: 'mate' }])
  })

  test('is read by owners only, separately for each organisation', async () => {
    const { lena, dev, zoe, tom, maya } = workshop
    for (const who of [lena, dev, tom]) {
      await expect(who.call(readAudit, { kind: 'document.viewed' })).rejects.toMatchObject({
        code: 'permission.missing',
      })
    }
    await expect(workshop.server.stranger().call(readAudit, {})).rejects.toMatchObject({ status: 401 })
    // Lena has a workspace of her own, too; what she views here is not recorded there.
    await lena.call(openedDocument, { doc_id })
    expect(await views()).toHaveLength(1)
    const { organization_id } = await lena.call(createOrganisation, { organization_name: 'Fuchs Räder' })
    const here = lena.organization_id
    lena.organization_id = organization_id
    const entries = await lena.call(readAudit, { limit: 100 })
    lena.organization_id = here
    expect(entries.filter(entry => entry.kind.endsWith('.viewed'))).toEqual([])
    expect((await zoe.call(readAudit, { limit: 100 })).filter(entry => entry.subject === `document:${doc_id}`)).toEqual(
      [],
    )
    expect((await maya.call(readAudit, { kind: 'document.v', limit: 1 })).map(entry => entry.kind)).toEqual([
      'document.viewed',
    ])
  })

  test('entries of another kind are found without reading the views', async () => {
    const { server, maya, dev } = workshop
    const { organization_id } = maya
    await server.asOwner(
      `insert into audit (organization_id, actor_id, kind, subject, at)
       select $1, $2, 'document.viewed', 'document:' || nr, now() from generate_series(1, 3000) nr`,
      [organization_id, dev.user_id],
    )
    await server.asOwner('vacuum analyze audit')
    const statements = await statementsOf(() => maya.call(readAudit, { kind: 'branch.' }))
    expect(await rowsRead(server, { organization_id, table: 'audit' }, statements)).toBeLessThan(300)
    const byPerson = await statementsOf(() => maya.call(readAudit, { actor: maya.user_id, limit: 5 }))
    expect(await rowsRead(server, { organization_id, table: 'audit' }, byPerson)).toBeLessThan(300)
  })

  test('nothing is lost when the server stops cleanly', async () => {
    const server = await openTestServer()
    const owner = await server.person({ name: 'Noor Haddad' })
    await owner.createOrganisation('Tidewater')
    const own = await owner.call(createDocument, { document_name: 'Log', document_type: 'logbook' })
    await owner.call(openedDocument, { doc_id: own.doc_id })
    await server.app.close()
    const kept = await server.asOwner(`select from audit where kind = 'document.viewed'`)
    expect(kept).toHaveLength(1)
  })
})
