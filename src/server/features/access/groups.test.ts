import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteDocument, fetchDocument, listReaders, undeleteDocument } from '#shared/contract/documents/endpoints'
import { addBranch, manageBranchUsers } from '#shared/contract/organisations/branches'
import { acceptInvite, type Invite, invitePeople } from '#shared/contract/organisations/invites'
import { removeUser } from '#shared/contract/organisations/people'
import { manageRoleUsers } from '#shared/contract/organisations/roles'
import type { Actor } from '../../../../test/actor'
import { camera, document, type Gate, openGate, person, screen } from './test-gate'

let gate: Gate
let maya: Actor
let tom: Actor
let ana: Actor
let lena: Actor
/** Manages people and branches, invites, and has no more access than others. */
let ines: Actor
beforeAll(async () => {
  gate = await openGate()
  ;({ maya, tom, ana, lena } = gate)
  ines = await gate.server.person({ name: 'Ines Duarte' })
  await maya.invites(ines)
  await gate.role('People office', ['people.manage', 'people.invite', 'branches.manage'], ines)
})
// The caller's identity is cached for a second.
beforeEach(() => gate.server.clock.advance(2_000))

const ownerNeeded = { status: 403, code: 'grant.owner_needed' }
const joinsRole = (by: Actor, role_id: number, ...who: Actor[]) =>
  by.call(manageRoleUsers, { role_id, users_to_be_added: who.map(actor => actor.user_id) })
const joinsBranch = (by: Actor, branch_id: number, ...who: Actor[]) =>
  by.call(manageBranchUsers, { branch_id, users_to_be_added: who.map(actor => actor.user_id) })
const branch = async (branch_name: string) => (await maya.call(addBranch, { branch_name })).id
const invited = async (by: Actor, role_id: number, who: Actor): Promise<Invite | undefined> => {
  const [result] = await by.call(invitePeople, { invites: [{ email_id: who.address, role_id }] })
  return result?.invite
}

describe('Nobody gains by a role what they were not given [D41]', () => {
  let role_id: number
  let doc_id: number
  let count = 0
  const newcomer = (name: string) =>
    gate.server.person({ name, email: `${name.toLowerCase().replace(' ', '.')}.${count}@ridgeway.example` })
  beforeEach(async () => {
    count += 1
    role_id = await gate.role(`Auditors ${count}`, [])
    doc_id = await gate.logbook(`Confidential ${count}`)
    await gate.gives(tom, document(doc_id), { grantee_kind: 'role', grantee_id: role_id })
  })

  test('by joining it, or adding somebody else', async () => {
    for (const who of [ines, lena]) {
      await expect(joinsRole(ines, role_id, who)).rejects.toMatchObject(ownerNeeded)
      await expect(who.call(fetchDocument, { doc_id })).rejects.toMatchObject({ code: 'document.not_found' })
    }
  })

  test('not even while the document is deleted', async () => {
    await tom.call(deleteDocument, { doc_id })
    await expect(joinsRole(ines, role_id, ines)).rejects.toMatchObject(ownerNeeded)
    await tom.call(undeleteDocument, { doc_id })
    await expect(ines.call(fetchDocument, { doc_id })).rejects.toMatchObject({ code: 'document.not_found' })
  })

  test('by inviting a second account of their own into it', async () => {
    const second = await newcomer('Ines Second')
    const params = { email_id: second.address, role_id }
    const [result] = await ines.call(invitePeople, { invites: [params] })
    expect(result).toMatchObject(ownerNeeded)
    expect(result).not.toHaveProperty('invite')
  })

  test("by an invite that is older than the role's access", async () => {
    const early = await gate.role(`Early ${count}`, [])
    const second = await newcomer('Ines Early')
    const invite = await invited(ines, early, second)
    await gate.gives(tom, document(doc_id), { grantee_kind: 'role', grantee_id: early })
    const accepting = { invite_id: invite?.invite_id ?? 0 }
    await expect(second.call(acceptInvite, accepting)).rejects.toMatchObject({
      status: 403,
      code: 'invite.owner_needed',
    })
    // An owner who sends it again takes responsibility for it.
    await invited(maya, early, second)
    await second.call(acceptInvite, accepting)
    second.organization_id = maya.organization_id
    expect(await second.call(fetchDocument, { doc_id })).toMatchObject({ doc_id })
  })

  test('by an invite of somebody who left', async () => {
    const early = await gate.role(`Left ${count}`, [])
    const gone = await newcomer('Gone')
    await maya.invites(gone, 'Manager')
    const invitee = await newcomer('Late')
    const invite = await invited(gone, early, invitee)
    await gate.gives(tom, document(doc_id), { grantee_kind: 'role', grantee_id: early })
    await maya.call(removeUser, { user_to_be_removed: gone.user_id })
    await expect(invitee.call(acceptInvite, { invite_id: invite?.invite_id ?? 0 })).rejects.toMatchObject({
      code: 'invite.owner_needed',
    })
  })

  test('by a level that is higher than their own', async () => {
    await gate.gives(tom, document(doc_id), { ...person(ines), level: 'viewer' })
    await joinsRole(ines, role_id, lena)
    expect(await lena.call(fetchDocument, { doc_id })).toMatchObject({ doc_id })
    await gate.gives(tom, document(doc_id), { grantee_kind: 'role', grantee_id: role_id, level: 'editor' })
    await expect(joinsRole(ines, role_id, ana)).rejects.toMatchObject(ownerNeeded)
    await gate.gives(tom, document(doc_id), { ...person(ines), level: 'editor' })
    await joinsRole(ines, role_id, ana)
  })

  test('whatever the role was granted: a camera, a screen', async () => {
    const guards = await gate.role(`Guards ${count}`, [])
    await gate.gives(maya, camera(await gate.camera(`Vault ${count}`)), { grantee_kind: 'role', grantee_id: guards })
    await expect(joinsRole(ines, guards, ines)).rejects.toMatchObject(ownerNeeded)
    const lookers = await gate.role(`Lookers ${count}`, [])
    await gate.gives(tom, screen(tom), { grantee_kind: 'role', grantee_id: lookers })
    await expect(joinsRole(ines, lookers, lena)).rejects.toMatchObject(ownerNeeded)
    await joinsRole(maya, lookers, lena)
  })

  test('while access they have themselves, expired grants and revoked grants do not matter', async () => {
    await gate.takes(tom, document(doc_id), { grantee_kind: 'role', grantee_id: role_id })
    await joinsRole(ines, role_id, lena)
    const short = { grantee_kind: 'role', grantee_id: role_id, expires_at: gate.instantIn(60_000) } as const
    await gate.gives(tom, document(doc_id), short)
    await expect(joinsRole(ines, role_id, ana)).rejects.toMatchObject(ownerNeeded)
    // Adding somebody who is already in it gives nobody anything.
    await joinsRole(ines, role_id, lena)
    gate.server.clock.advance(60_000)
    await joinsRole(ines, role_id, ana)
  })

  test('and all readers of the document see who was added, by whom and when', async () => {
    const at = new Date(gate.server.clock.now()).toISOString()
    await joinsRole(maya, role_id, ines)
    gate.server.clock.advance(5_000)
    const readers = await tom.call(listReaders, { doc_id })
    expect(readers.find(reader => reader.person.user_id === ines.user_id)?.reasons).toEqual([
      expect.objectContaining({ kind: 'grant', grantee_kind: 'role', added: { by: 'Maya Okafor', at } }),
    ])
    const invitee = await newcomer('Noor')
    const invite = await invited(maya, role_id, invitee)
    gate.server.clock.advance(5_000)
    await invitee.call(acceptInvite, { invite_id: invite?.invite_id ?? 0 })
    const later = await ines.call(listReaders, { doc_id })
    expect(later.find(reader => reader.person.user_id === invitee.user_id)?.reasons).toMatchObject([
      { added: { by: 'Maya Okafor', at: new Date(gate.server.clock.now()).toISOString() } },
    ])
  })
})

describe('Nobody gains by a branch what they were not given [D41]', () => {
  test('neither what belongs to the branch nor what was granted to it', async () => {
    const crew = await branch('Crew')
    await joinsBranch(maya, crew, tom)
    const own = await gate.logbook('Of the crew', { access: 'branch', branch_id: crew })
    for (const who of [ines, lena]) {
      await expect(joinsBranch(ines, crew, who)).rejects.toMatchObject(ownerNeeded)
      await expect(who.call(fetchDocument, { doc_id: own })).rejects.toMatchObject({ code: 'document.not_found' })
    }
    const lent = await branch('Lent')
    const other = await gate.logbook('Lent to a branch')
    await gate.gives(tom, document(other), { grantee_kind: 'branch', grantee_id: lent })
    await expect(joinsBranch(ines, lent, ines)).rejects.toMatchObject(ownerNeeded)
    // Reading what a branch may write in is less than being in the branch.
    await gate.gives(tom, document(own), { ...person(ines), level: 'viewer' })
    await expect(joinsBranch(ines, crew, ines)).rejects.toMatchObject(ownerNeeded)
    await joinsBranch(ines, await branch('Empty'), ines, lena)
  })

  test('nor cameras and screens that a branch sees; an owner adds people, and readers see who did', async () => {
    const quay = await branch('Quay')
    await gate.gives(tom, screen(tom), { grantee_kind: 'branch', grantee_id: quay })
    await expect(joinsBranch(ines, quay, lena)).rejects.toMatchObject(ownerNeeded)
    const doc_id = await gate.logbook('Of the quay', { access: 'branch', branch_id: quay }, maya)
    const at = new Date(gate.server.clock.now()).toISOString()
    await joinsBranch(maya, quay, lena)
    const readers = await lena.call(listReaders, { doc_id })
    expect(readers.find(reader => reader.person.user_id === lena.user_id)?.reasons).toEqual([
      { kind: 'branch', name: 'Quay', added: { by: 'Maya Okafor', at } },
    ])
    // A person in the branch has the access it opens, and may add others.
    gate.server.clock.advance(2_000)
    await joinsBranch(maya, quay, ines)
    await joinsBranch(ines, quay, ana)
  })
})
