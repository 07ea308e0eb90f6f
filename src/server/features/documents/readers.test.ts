import { beforeAll, describe, expect, test } from 'vitest'
import { deleteDocument, fetchDocument, grantAccess } from '#shared/contract/documents/endpoints'
import { addBranch, deleteBranch, manageBranchUsers } from '#shared/contract/organisations/branches'
import type { Actor } from '../../../../test/actor'
import { inTransaction } from '../../platform/database/transaction'
import { readersOf } from '../access/document-sql'
import { openWorkshop, type Workshop } from './test-workshop'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})

const readers = (doc_id: number, organization_id = workshop.maya.organization_id) => {
  const { server } = workshop
  const now = new Date(server.clock.now()).toISOString()
  return inTransaction(server.pool, { readOnly: true, organization_id }, tx =>
    readersOf(tx, organization_id, doc_id, now),
  )
}

describe('The readers of a document, as sockets look them up [D21] [D41]', () => {
  test('are exactly those who may read it over HTTP', async () => {
    const { maya, dev, tom, ana, lena, zoe, yard } = workshop
    const everybody = [maya, dev, tom, ana, lena, zoe]
    const shed = (await maya.call(addBranch, { branch_name: 'Shed' })).id
    await maya.call(manageBranchUsers, { branch_id: shed, users_to_be_added: [lena.user_id] })
    const inShed = await workshop.logbook('Shed', { access: 'branch', branch_id: shed })
    expect((await readers(inShed)).user_ids).toContain(lena.user_id)
    await maya.call(deleteBranch, { branch_id: shed })
    const documents = [
      inShed,
      await workshop.logbook('Private'),
      await workshop.logbook('Yard', { access: 'branch', branch_id: yard }),
      await workshop.logbook('All', { access: 'organisation' }),
      await workshop.logbook('Of Lena', {}, lena),
    ]
    const given = await workshop.logbook('Given')
    await workshop.gives(given, ana, 'viewer')
    const byBranch = await workshop.logbook('Given to the yard')
    await tom.call(grantAccess, { doc_id: byBranch, grantee_kind: 'branch', grantee_id: yard, level: 'editor' })
    const deleted = await workshop.logbook('Deleted')
    await tom.call(deleteDocument, { doc_id: deleted })

    const canRead = async (who: Actor, doc_id: number) => (await who.reply(fetchDocument, { doc_id })).status === 200
    for (const doc_id of [...documents, given, byBranch, deleted]) {
      const { everyone, user_ids } = await readers(doc_id)
      const members = everybody.filter(actor => actor !== zoe)
      for (const who of members) expect(everyone || user_ids.has(who.user_id)).toBe(await canRead(who, doc_id))
      expect(user_ids.has(zoe.user_id)).toBe(false)
    }
  })

  test('are certain until the next grant expires', async () => {
    const { server, ana, lena, tom, maya, dev } = workshop
    const doc_id = await workshop.logbook('For a while')
    const inMinutes = (minutes: number) => server.clock.now() + minutes * 60_000
    const [soon, later] = [inMinutes(1), inMinutes(2)]
    await workshop.gives(doc_id, ana, 'viewer', new Date(soon).toISOString())
    await workshop.gives(doc_id, lena, 'editor', new Date(later).toISOString())
    const always = [tom, maya, dev]
    const ids = (...who: Actor[]) => new Set(who.map(actor => actor.user_id))
    expect(await readers(doc_id)).toEqual({ everyone: false, user_ids: ids(...always, ana, lena), until: soon })
    server.clock.advance(60_000)
    expect(await readers(doc_id)).toEqual({ everyone: false, user_ids: ids(...always, lena), until: later })
    server.clock.advance(60_000)
    expect(await readers(doc_id)).toEqual({ everyone: false, user_ids: ids(...always), until: null })
  })

  test('of a document of another organisation are nobody', async () => {
    const doc_id = await workshop.logbook('Ours', { access: 'organisation' })
    const nobody = { everyone: false, user_ids: new Set(), until: null }
    expect(await readers(doc_id, workshop.zoe.organization_id)).toEqual(nobody)
    expect(await readers(1_000_000)).toEqual(nobody)
  })
})
