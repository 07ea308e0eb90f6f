import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  deleteDocument,
  fetchDocument,
  listAccess,
  listDeleted,
  listDocuments,
  undeleteDocument,
} from '#shared/contract/documents/endpoints'
import { listVersions, replaceContent } from '#shared/contract/documents/versions'
import { createGraph, listGraphs } from '#shared/contract/graphs/endpoints'
import type { LiveFrame } from '#shared/contract/live'
import { readLogs, writeLog } from '#shared/contract/logs/endpoints'
import { addBranch, deleteBranch, manageBranchUsers, restoreBranch } from '#shared/contract/organisations/branches'
import { day } from '#shared/limits'
import type { Actor } from '../../../../test/actor'
import { closeAllClients, LiveClient } from '../../platform/live/testing/live-client'
import { notFound, openWorkshop, type Workshop } from './test-workshop'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})

beforeEach(() => workshop.server.clock.advance(1_000))
afterEach(closeAllClients)

const at = (ahead = 0) => new Date(workshop.server.clock.now() + ahead).toISOString()
const deletes = (who: Actor, doc_id: number) => who.call(deleteDocument, { doc_id })
const deletedOf = async (who: Actor) => (await who.call(listDeleted, {})).map(document => document.doc_name)

/** Lets time pass and signs everybody in again. */
async function waits(milliseconds: number) {
  const { server, maya, dev, tom, ana, lena } = workshop
  server.clock.advance(milliseconds)
  for (const actor of [maya, dev, tom, ana, lena]) await actor.signIn(actor.address)
}

describe('A deleted document [4.7b] [D18]', () => {
  test('is restored with everything in it, its access, and its place in the list', async () => {
    const { tom, lena, ana, dev } = workshop
    const doc_id = await workshop.logbook('Bay log')
    const [log] = await workshop.writes(tom, doc_id, 'Still there')
    await tom.call(replaceContent, { doc_id, content: 'A summary', version: 0 })
    await tom.call(createGraph, { logbook_id: doc_id, name: 'Queue', labels: { 0: 'Clear' } })
    await workshop.gives(doc_id, lena, 'editor')
    workshop.server.clock.advance(1_000)
    await workshop.logbook('Written later')
    const before = await tom.call(fetchDocument, { doc_id })
    workshop.server.clock.advance(1_000)
    await deletes(dev, doc_id)
    workshop.server.clock.advance(1_000)
    expect(await tom.call(undeleteDocument, { doc_id })).toEqual(before)
    expect(await tom.call(readLogs, { doc_id })).toMatchObject({ logs: [{ id: log?.id }] })
    expect(await tom.call(listVersions, { doc_id })).toHaveLength(2)
    expect(await tom.call(listGraphs, { logbook_id: doc_id })).toMatchObject([{ name: 'Queue' }])
    expect(await tom.call(listAccess, { doc_id })).toMatchObject([{ grantee_id: lena.user_id, level: 'editor' }])
    expect(await lena.call(writeLog, { doc_id, content: 'Back again' })).toMatchObject({ doc_id })
    expect(await ana.reply(fetchDocument, { doc_id })).toMatchObject(notFound)
    expect((await dev.call(listDocuments, {})).map(document => document.doc_name).slice(0, 2)).toEqual([
      'Bay log',
      'Written later',
    ])
  })

  test('is listed for those who may restore it, last deleted first, with who deleted it and until when', async () => {
    const { tom, maya, dev, ana, lena, zoe } = workshop
    const [first, second] = [await workshop.logbook('First'), await workshop.logbook('Second')]
    const ofLena = await workshop.logbook('Of Lena', { access: 'organisation' }, lena)
    await workshop.gives(first, ana, 'editor')
    await deletes(tom, first)
    workshop.server.clock.advance(1_000)
    await deletes(maya, second)
    workshop.server.clock.advance(1_000)
    await deletes(lena, ofLena)
    expect(await tom.call(listDeleted, {})).toEqual([
      {
        doc_id: second,
        doc_name: 'Second',
        document_type: 'logbook',
        deleted_at: at(-1_000),
        deleted_by: 'Maya Okafor',
        gone_at: at(30 * day - 1_000),
      },
      expect.objectContaining({ doc_id: first, deleted_by: 'Tom Reyes' }),
    ])
    for (const who of [maya, dev]) expect((await deletedOf(who)).slice(0, 3)).toEqual(['Of Lena', 'Second', 'First'])
    expect(await deletedOf(lena)).toEqual(['Of Lena'])
    for (const who of [ana, zoe]) expect(await deletedOf(who)).toEqual([])
    const page = await tom.reply(listDeleted, { limit: 1 })
    const rest = await tom.reply(listDeleted, { limit: 1, cursor: page.next_cursor ?? '' })
    expect([page.data, rest.data].map(([document]) => document?.doc_name)).toEqual(['Second', 'First'])
    expect(rest.next_cursor).toBeNull()
  })

  test('is restored by those who may delete it, and by nobody else', async () => {
    const { tom, maya, dev, ana, lena, zoe } = workshop
    const doc_id = await workshop.logbook('Whose is it', { access: 'organisation' })
    await workshop.gives(doc_id, lena, 'editor')
    for (const who of [tom, maya, dev]) {
      await deletes(tom, doc_id)
      for (const other of [ana, lena, zoe])
        expect(await other.reply(undeleteDocument, { doc_id })).toMatchObject(notFound)
      expect(await who.call(undeleteDocument, { doc_id })).toMatchObject({ doc_id })
    }
    expect(await tom.reply(undeleteDocument, { doc_id: 1_000_000 })).toMatchObject(notFound)
  })

  test('that is already restored is returned unchanged to its readers', async () => {
    const { tom, ana, lena } = workshop
    const doc_id = await workshop.logbook('Back already')
    await workshop.gives(doc_id, lena, 'viewer')
    await deletes(tom, doc_id)
    const replies = await Promise.all([1, 2].map(() => tom.reply(undeleteDocument, { doc_id })))
    expect(replies.map(reply => reply.status)).toEqual([200, 200])
    expect(await lena.call(undeleteDocument, { doc_id })).toMatchObject({ doc_id, read_only: true })
    expect(await ana.reply(undeleteDocument, { doc_id })).toMatchObject(notFound)
    const told = (await workshop.events('document.restored')).filter(event => event.payload.doc_id === doc_id)
    expect(told).toEqual([{ audience: { to: 'document', doc_id }, payload: { kind: 'document.restored', doc_id } }])
    expect((await workshop.audited(doc_id)).map(entry => [entry.kind, entry.actor_id])).toEqual([
      ['document.access_granted', tom.user_id],
      ['document.deleted', tom.user_id],
      ['document.restored', tom.user_id],
    ])
  })

  test('is announced to its readers when it is restored, even if nobody was a reader a moment ago', async () => {
    const { tom, ana } = workshop
    const doc_id = await workshop.logbook('Live', { access: 'branch', branch_id: workshop.yard })
    await workshop.writes(tom, doc_id, 'Hello')
    await deletes(tom, doc_id)
    // Clients that reconnect now receive what they missed, except what nobody may read.
    const client = await LiveClient.listening(ana, 0)
    const isOf = (kind: string) => (frame: LiveFrame) =>
      frame.event === 'event' &&
      frame.change.kind === kind &&
      'doc_id' in frame.change &&
      frame.change.doc_id === doc_id
    await client.until(isOf('document.deleted'))
    await tom.call(undeleteDocument, { doc_id })
    await tom.call(writeLog, { doc_id, content: 'Hello again' })
    await client.until(isOf('log.added'))
    expect(client.frames.filter(isOf('document.restored'))).toHaveLength(1)
  })

  test('for a branch that was deleted meanwhile is seen by its managers until the branch is restored [D3]', async () => {
    const { tom, maya, lena } = workshop
    const { id: branch_id } = await maya.call(addBranch, { branch_name: 'Shed' })
    await maya.call(manageBranchUsers, { branch_id, users_to_be_added: [lena.user_id] })
    const doc_id = await workshop.logbook('Shed log', { access: 'branch', branch_id })
    await deletes(tom, doc_id)
    await maya.call(deleteBranch, { branch_id })
    expect(await tom.call(undeleteDocument, { doc_id })).toMatchObject({ access: 'branch', branch_id })
    expect(await lena.reply(fetchDocument, { doc_id })).toMatchObject(notFound)
    await maya.call(restoreBranch, { branch_id })
    expect(await lena.call(fetchDocument, { doc_id })).toMatchObject({ doc_id })
  })

  test('can be restored for 30 days, and no longer', async () => {
    const { tom } = workshop
    const doc_id = await workshop.logbook('A month')
    await deletes(tom, doc_id)
    await waits(30 * day - 1)
    expect(await deletedOf(tom)).toEqual(['A month'])
    expect(await tom.call(undeleteDocument, { doc_id })).toMatchObject({ doc_id })
    await deletes(tom, doc_id)
    await waits(30 * day)
    for (const who of [tom, workshop.maya]) {
      expect(await deletedOf(who)).toEqual([])
      expect(await who.reply(undeleteDocument, { doc_id })).toMatchObject(notFound)
    }
  })
})
