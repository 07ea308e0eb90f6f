import { beforeAll, describe, expect, test } from 'vitest'
import {
  type DocumentAccess,
  fetchDocument,
  grantAccess,
  listAccess,
  listDocuments,
  revokeAccess,
} from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { addBranch, deleteBranch, manageBranchUsers, restoreBranch } from '#shared/contract/organisations/branches'
import { removeUser } from '#shared/contract/organisations/people'
import { addRole, manageRoleUsers } from '#shared/contract/organisations/roles'
import type { Actor } from '../../../../test/actor'
import { notAllowed, notFound, openWorkshop, readOnly, type Workshop } from './test-workshop'

let workshop: Workshop

beforeAll(async () => {
  workshop = await openWorkshop()
})

/** A person's right on a document, observed through calls. */
async function rightOf(who: Actor, doc_id: number): Promise<'nothing' | 'reads' | 'writes'> {
  const writing = await who.reply(writeLog, { doc_id, content: 'Hello' })
  const reading = await who.reply(fetchDocument, { doc_id })
  if (writing.status === 200) {
    expect(reading.data.read_only).toBe(false)
    return 'writes'
  }
  if (writing.code === 'document.read_only') {
    expect(reading.data.read_only).toBe(true)
    return 'reads'
  }
  expect([writing, reading]).toMatchObject([notFound, notFound])
  return 'nothing'
}

describe('Who may read and write [D21]', () => {
  test.each<[DocumentAccess, string[], string[]]>([
    ['private', ['maya', 'dev', 'tom'], ['ana', 'lena', 'zoe']],
    ['branch', ['maya', 'dev', 'tom', 'ana'], ['lena', 'zoe']],
    ['organisation', ['maya', 'dev', 'tom', 'ana', 'lena'], ['zoe']],
  ])('a %s document is open to %j, not to %j', async (access, allowed, others) => {
    const doc_id = await workshop.logbook('Bay log', { access, branch_id: workshop.yard })
    const { maya, dev, tom, ana, lena, zoe } = workshop
    const cast: Record<string, Actor> = { maya, dev, tom, ana, lena, zoe }
    const rights: Record<string, string> = {}
    for (const name of [...allowed, ...others]) if (cast[name]) rights[name] = await rightOf(cast[name], doc_id)
    expect(rights).toEqual({
      ...Object.fromEntries(allowed.map(name => [name, 'writes'])),
      ...Object.fromEntries(others.map(name => [name, 'nothing'])),
    })
  })

  test('a deleted branch gives its members nothing until it is restored [D3]', async () => {
    const { maya, lena } = workshop
    const shed = await maya.call(addBranch, { branch_name: 'Shed' })
    await maya.call(manageBranchUsers, { branch_id: shed.id, users_to_be_added: [lena.user_id] })
    const doc_id = await workshop.logbook('Shed log', { access: 'branch', branch_id: shed.id })
    expect(await rightOf(lena, doc_id)).toBe('writes')
    await maya.call(deleteBranch, { branch_id: shed.id })
    expect(await rightOf(lena, doc_id)).toBe('nothing')
    await maya.call(restoreBranch, { branch_id: shed.id })
    expect(await rightOf(lena, doc_id)).toBe('writes')
  })
})

describe('Grants [D41] [6.8a]', () => {
  test('let a person read, or as editor write', async () => {
    const { lena, ana } = workshop
    const doc_id = await workshop.logbook('Private')
    await workshop.gives(doc_id, lena, 'viewer')
    await workshop.gives(doc_id, ana, 'editor')
    expect([await rightOf(lena, doc_id), await rightOf(ana, doc_id)]).toEqual(['reads', 'writes'])
    expect((await lena.call(listDocuments, {})).map(document => document.doc_id)).toContain(doc_id)
    await expect(lena.call(writeLog, { doc_id, content: 'Hello' })).rejects.toMatchObject(readOnly)
  })

  test('reach everybody of a role or branch, and the highest level of several counts', async () => {
    const { tom, maya, ana, lena, yard } = workshop
    const doc_id = await workshop.logbook('Private')
    const { role_id } = await maya.call(addRole, { role_name: 'Mechanic' })
    await maya.call(manageRoleUsers, { role_id, users_to_be_added: [lena.user_id, ana.user_id] })
    await tom.call(grantAccess, { doc_id, grantee_kind: 'role', grantee_id: role_id, level: 'viewer' })
    expect([await rightOf(lena, doc_id), await rightOf(ana, doc_id)]).toEqual(['reads', 'reads'])
    await tom.call(grantAccess, { doc_id, grantee_kind: 'branch', grantee_id: yard, level: 'editor' })
    expect([await rightOf(lena, doc_id), await rightOf(ana, doc_id)]).toEqual(['reads', 'writes'])
    await maya.call(manageRoleUsers, { role_id, users_to_be_removed: [lena.user_id] })
    expect(await rightOf(lena, doc_id)).toBe('nothing')
  })

  test('end at their expiry', async () => {
    const { server, lena } = workshop
    const doc_id = await workshop.logbook('For half an hour')
    const later = new Date(server.clock.now() + 1_800_000).toISOString()
    await workshop.gives(doc_id, lena, 'editor', later)
    server.clock.advance(1_799_999)
    expect(await rightOf(lena, doc_id)).toBe('writes')
    server.clock.advance(1)
    expect(await rightOf(lena, doc_id)).toBe('nothing')
    expect((await lena.call(listDocuments, {})).map(document => document.doc_id)).not.toContain(doc_id)
    expect(await workshop.tom.call(listAccess, { doc_id })).toEqual([])
  })

  test('given again replace level and expiry', async () => {
    const { tom, lena, server } = workshop
    const doc_id = await workshop.logbook('Again')
    await workshop.gives(doc_id, lena, 'editor', new Date(server.clock.now() + 60_000).toISOString())
    const grants = await tom.call(grantAccess, {
      doc_id,
      grantee_kind: 'user',
      grantee_id: lena.user_id,
      level: 'viewer',
    })
    expect(grants).toEqual([
      { grantee_kind: 'user', grantee_id: lena.user_id, grantee_name: 'Lena Fuchs', level: 'viewer', expires_at: null },
    ])
    server.clock.advance(60_000)
    expect(await rightOf(lena, doc_id)).toBe('reads')
  })

  test('are gone at once when revoked; revoking a missing one changes nothing', async () => {
    const { tom, lena } = workshop
    const doc_id = await workshop.logbook('Back again')
    await workshop.gives(doc_id, lena, 'viewer')
    const taken = { doc_id, grantee_kind: 'user', grantee_id: lena.user_id } as const
    expect(await tom.call(revokeAccess, taken)).toEqual([])
    expect(await rightOf(lena, doc_id)).toBe('nothing')
    const events = await workshop.events('document.access_changed')
    expect(events.at(-1)?.audience.user_ids).toContain(lena.user_id)
    expect(await tom.call(revokeAccess, taken)).toEqual([])
    expect(await workshop.events('document.access_changed')).toEqual(events)
  })

  test('are written to the audit log [D8]', async () => {
    const { tom, lena } = workshop
    const doc_id = await workshop.logbook('Audited')
    await workshop.gives(doc_id, lena, 'viewer')
    await tom.call(revokeAccess, { doc_id, grantee_kind: 'user', grantee_id: lena.user_id })
    const details = { grantee_kind: 'user', grantee_id: lena.user_id, level: 'viewer' }
    expect(await workshop.audited(doc_id)).toEqual([
      { kind: 'document.access_granted', actor_id: tom.user_id, details: { ...details, expires_at: null } },
      { kind: 'document.access_revoked', actor_id: tom.user_id, details },
    ])
  })

  test('are given by those who manage the document, and by nobody else', async () => {
    const { ana, lena, maya, dev } = workshop
    const doc_id = await workshop.logbook('Whose is it', { access: 'organisation' })
    await workshop.gives(doc_id, lena, 'editor')
    const params = { doc_id, grantee_kind: 'user', grantee_id: ana.user_id } as const
    for (const who of [ana, lena]) {
      await expect(who.call(grantAccess, { ...params, level: 'viewer' })).rejects.toMatchObject(notAllowed)
      await expect(who.call(revokeAccess, params)).rejects.toMatchObject(notAllowed)
    }
    for (const who of [maya, dev]) expect(await who.call(grantAccess, { ...params, level: 'editor' })).toHaveLength(2)
    const hidden = await workshop.logbook('Not theirs')
    await expect(ana.call(grantAccess, { ...params, doc_id: hidden, level: 'editor' })).rejects.toMatchObject(notFound)
    await expect(ana.call(listAccess, { doc_id: hidden })).rejects.toMatchObject(notFound)
  })

  test('are given only to existing members, and with an expiry in the future', async () => {
    const { tom, zoe, maya, server } = workshop
    const doc_id = await workshop.logbook('Nobody')
    const back = await maya.call(addBranch, { branch_name: 'Back room', is_open_branch: false })
    const give = (grantee_kind: 'user' | 'role' | 'branch', grantee_id: number, by = tom) =>
      by.call(grantAccess, { doc_id, grantee_kind, grantee_id, level: 'viewer' })
    await expect(give('user', zoe.user_id)).rejects.toMatchObject({ status: 404, code: 'person.not_found' })
    await expect(give('role', 1_000_000)).rejects.toMatchObject({ status: 404, code: 'role.not_found' })
    await expect(give('branch', back.id)).rejects.toMatchObject({ status: 404, code: 'branch.not_found' })
    expect(await give('branch', back.id, maya)).toMatchObject([{ grantee_name: 'Back room' }])
    await expect(
      workshop.gives(doc_id, maya, 'viewer', new Date(server.clock.now()).toISOString()),
    ).rejects.toMatchObject({
      status: 400,
      issues: [{ path: 'expires_at' }],
    })
  })

  test('are listed for every reader, except for branches that are hidden from them', async () => {
    const { tom, maya, lena } = workshop
    const doc_id = await workshop.logbook('Listed')
    const cellar = await maya.call(addBranch, { branch_name: 'Cellar', is_open_branch: false })
    await maya.call(grantAccess, { doc_id, grantee_kind: 'branch', grantee_id: cellar.id, level: 'viewer' })
    await workshop.gives(doc_id, lena, 'viewer')
    const names = async (who: Actor) => (await who.call(listAccess, { doc_id })).map(grant => grant.grantee_name)
    expect(await names(tom)).toEqual(['Cellar', 'Lena Fuchs'])
    expect(await names(lena)).toEqual(['Lena Fuchs'])
  })

  test('end with the membership: somebody who is invited again returns without them', async () => {
    const { server, maya } = workshop
    const noor = await server.person({ name: 'Noor Ali' })
    await maya.invites(noor)
    const doc_id = await workshop.logbook('Before')
    await workshop.gives(doc_id, noor, 'editor')
    expect(await rightOf(noor, doc_id)).toBe('writes')
    await maya.call(removeUser, { user_to_be_removed: noor.user_id })
    await maya.invites(noor)
    expect(await rightOf(noor, doc_id)).toBe('nothing')
  })
})
