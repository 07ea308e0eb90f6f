import { beforeAll, describe, expect, test } from 'vitest'
import { grantSubjectAccess, listGrants, revokeSubjectAccess, type Subject } from '#shared/contract/access/endpoints'
import { fetchDocument, grantAccess, listAccess, revokeAccess } from '#shared/contract/documents/endpoints'
import { addBranch } from '#shared/contract/organisations/branches'
import { removeUser } from '#shared/contract/organisations/people'
import { deleteCamera } from '#shared/contract/sources/cameras'
import { changePermission, readPermission } from '#shared/contract/sources/endpoints'
import type { Actor } from '../../../../test/actor'
import { notAllowed, notFound } from '../sources/test-yard'
import { camera, document, type Gate, nowhere, openGate, person, screen } from './test-gate'

let gate: Gate
let maya: Actor
let dev: Actor
let tom: Actor
let ana: Actor
let lena: Actor
let zoe: Actor
beforeAll(async () => {
  gate = await openGate()
  ;({ maya, dev, tom, ana, lena, zoe } = gate)
})

const missing: Record<Subject['kind'], object> = {
  document: notFound('document.not_found'),
  camera: notFound('camera.not_found'),
  screen: notFound('source.not_found'),
  job: notFound('job.not_found'),
}

/** Every call with this subject is refused with this error. */
async function refused(who: Actor, subject: Subject, refusal: object, butListing?: 'may list'): Promise<void> {
  await expect(who.call(grantSubjectAccess, { ...subject, ...person(ana) })).rejects.toMatchObject(refusal)
  await expect(who.call(revokeSubjectAccess, { ...subject, ...person(ana) })).rejects.toMatchObject(refusal)
  if (butListing) await who.call(listGrants, subject)
  else await expect(who.call(listGrants, subject)).rejects.toMatchObject(refusal)
}

describe('Access to a camera [D41] [6.8b]', () => {
  test('is granted to a person, a role or a branch, and revoked', async () => {
    const id = await gate.camera('Gate')
    const guards = await gate.role('Guards', [], lena)
    const sees = async () => {
      const all = await Promise.all([tom, ana, lena].map(who => gate.camerasOf(who)))
      return all.map(names => names.includes('Gate'))
    }
    expect(await sees()).toEqual([false, false, false])
    await gate.gives(dev, camera(id), person(tom))
    await gate.gives(dev, camera(id), { grantee_kind: 'role', grantee_id: guards })
    const until = gate.instantIn(60_000)
    const given = await gate.gives(maya, camera(id), {
      grantee_kind: 'branch',
      grantee_id: gate.yard,
      expires_at: until,
    })
    expect(given).toEqual([
      { grantee_kind: 'branch', grantee_id: gate.yard, grantee_name: 'Canal yard', level: 'viewer', expires_at: until },
      { grantee_kind: 'role', grantee_id: guards, grantee_name: 'Guards', level: 'viewer', expires_at: null },
      { ...person(tom), grantee_name: 'Tom Reyes', level: 'viewer', expires_at: null },
    ])
    expect(await sees()).toEqual([true, true, true])
    expect(await dev.call(readPermission, { camera_id: id })).toMatchObject({
      user_ids: [tom.user_id],
      role_ids: [guards],
    })
    await gate.takes(dev, camera(id), person(tom))
    await gate.takes(dev, camera(id), { grantee_kind: 'role', grantee_id: guards })
    expect(await sees()).toEqual([false, true, false])
  })

  test('ends at its expiry, and is on no list then', async () => {
    const id = await gate.camera('Night')
    await gate.gives(dev, camera(id), { ...person(tom), expires_at: gate.instantIn(60_000) })
    gate.server.clock.advance(59_999)
    expect(await gate.camerasOf(tom)).toContain('Night')
    gate.server.clock.advance(1)
    expect(await gate.camerasOf(tom)).not.toContain('Night')
    expect(await gate.listed(dev, camera(id))).toEqual([])
  })

  test('is granted by those who manage cameras; for others the camera does not exist', async () => {
    const id = await gate.camera('Managed')
    await refused(tom, camera(id), missing.camera)
    await gate.gives(dev, camera(id), person(tom))
    await refused(tom, camera(id), notAllowed, 'may list')
    await refused(zoe, camera(id), missing.camera)
    await refused(dev, camera(nowhere), missing.camera)
    await dev.call(deleteCamera, { feedId: id })
    await refused(dev, camera(id), missing.camera)
  })

  test('keeps its expiry when the lists of the camera are saved again with the same people', async () => {
    const id = await gate.camera('Lists')
    const until = gate.instantIn(3_600_000)
    await gate.gives(dev, camera(id), { ...person(tom), expires_at: until })
    await dev.call(changePermission, { camera_id: id, user_ids: [tom.user_id, lena.user_id] })
    expect(await dev.call(listGrants, camera(id))).toMatchObject([
      { ...person(lena), expires_at: null },
      { ...person(tom), expires_at: until },
    ])
  })
})

describe('Access to a screen [D41] [6.8c]', () => {
  const sees = async (who: Actor, name: string) => (await gate.screensOf(who)).includes(name)

  test('is granted to a person, a role or a branch, and ends at its expiry', async () => {
    const keepers = await gate.role('Keepers', [], lena)
    await gate.gives(tom, screen(tom), { grantee_kind: 'role', grantee_id: keepers })
    const open = (await maya.call(addBranch, { branch_name: 'Front shop' })).id
    const given = await gate.gives(tom, screen(tom), { grantee_kind: 'branch', grantee_id: open })
    expect(given.map(grant => grant.grantee_name)).toEqual(['Front shop', 'Keepers'])
    await gate.gives(tom, screen(tom), { ...person(ana), expires_at: gate.instantIn(60_000) })
    expect(await Promise.all([ana, lena].map(who => sees(who, 'Tom Reyes')))).toEqual([true, true])
    gate.server.clock.advance(60_000)
    expect(await sees(ana, 'Tom Reyes')).toBe(false)
    await gate.takes(tom, screen(tom), { grantee_kind: 'role', grantee_id: keepers })
    await gate.takes(tom, screen(tom), { grantee_kind: 'branch', grantee_id: open })
    expect(await sees(lena, 'Tom Reyes')).toBe(false)
  })

  test('is granted by its owner alone, whoever else sees it', async () => {
    await gate.gives(tom, screen(tom), person(lena))
    for (const who of [maya, dev, lena]) await refused(who, screen(tom), notAllowed, 'may list')
    await gate.takes(tom, screen(tom), person(lena))
    await refused(lena, screen(tom), missing.screen)
    await refused(zoe, screen(tom), missing.screen)
    for (const stranger of [{ kind: 'screen', id: nowhere } as const, screen(zoe)]) {
      await refused(maya, stranger, missing.screen)
    }
  })
})

describe('Access to a document [D41] [6.8a] [7.12b]', () => {
  test('is the same through both endpoints', async () => {
    const doc_id = await gate.logbook('Bay log')
    await gate.gives(tom, document(doc_id), { ...person(lena), level: 'editor' })
    await tom.call(grantAccess, { doc_id, ...person(ana), level: 'viewer' })
    const grants = await tom.call(listGrants, document(doc_id))
    expect(grants).toMatchObject([
      { grantee_name: 'Ana Lima', level: 'viewer' },
      { grantee_name: 'Lena Fuchs', level: 'editor' },
    ])
    expect(await tom.call(listAccess, { doc_id })).toEqual(grants)
    expect(await lena.call(fetchDocument, { doc_id })).toMatchObject({ read_only: false })
    await tom.call(revokeAccess, { doc_id, ...person(lena) })
    expect(await gate.takes(tom, document(doc_id), person(ana))).toEqual([])
    await expect(ana.call(fetchDocument, { doc_id })).rejects.toMatchObject(missing.document)
  })

  test('is granted by its creator and those who manage all logbooks', async () => {
    const doc_id = await gate.logbook('Whose')
    await refused(lena, document(doc_id), missing.document)
    await refused(zoe, document(doc_id), missing.document)
    await refused(maya, document(nowhere), missing.document)
    await gate.gives(dev, document(doc_id), { ...person(lena), level: 'viewer' })
    await refused(lena, document(doc_id), notAllowed, 'may list')
    await gate.gives(maya, document(doc_id), { ...person(lena), level: 'editor' })
    await refused(lena, document(doc_id), notAllowed, 'may list')
  })
})

describe('Access to anything [D41]', () => {
  /** One subject of each kind, with somebody who may grant access to it. */
  const each = async (name: string): Promise<[Actor, Subject][]> => [
    [tom, document(await gate.logbook(name))],
    [dev, camera(await gate.camera(name))],
    [tom, screen(tom)],
  ]

  test('is granted only to existing members, and with an expiry in the future', async () => {
    const cellar = (await maya.call(addBranch, { branch_name: 'Cellar', is_open_branch: false })).id
    for (const [giver, subject] of await each('Nobody')) {
      const gives = (grantee_kind: 'user' | 'role' | 'branch', grantee_id: number) =>
        gate.gives(giver, subject, { grantee_kind, grantee_id })
      await expect(gives('user', zoe.user_id)).rejects.toMatchObject(notFound('person.not_found'))
      await expect(gives('role', nowhere)).rejects.toMatchObject(notFound('role.not_found'))
      await expect(gives('branch', cellar)).rejects.toMatchObject(notFound('branch.not_found'))
      await expect(
        gate.gives(giver, subject, { ...person(lena), expires_at: gate.instantIn(0) }),
      ).rejects.toMatchObject({ status: 400, issues: [{ path: 'expires_at' }] })
      expect(await giver.call(listGrants, subject)).toEqual([])
    }
  })

  test('to cameras and screens has no editors', async () => {
    for (const [giver, subject] of (await each('Only looked at')).slice(1)) {
      await expect(gate.gives(giver, subject, { ...person(lena), level: 'editor' })).rejects.toMatchObject({
        status: 400,
        code: 'request.invalid',
        issues: [{ path: 'level' }],
      })
    }
  })

  test('is listed for everybody who sees it, except for branches that are hidden from them', async () => {
    const attic = (await maya.call(addBranch, { branch_name: 'Attic', is_open_branch: false })).id
    const doc_id = await gate.logbook('Listed')
    const camera_id = await gate.camera('Listed')
    for (const subject of [document(doc_id), camera(camera_id)]) {
      await gate.gives(maya, subject, { grantee_kind: 'branch', grantee_id: attic })
      await gate.gives(maya, subject, person(lena))
      expect(await gate.listed(lena, subject)).toEqual(['Lena Fuchs'])
      expect(await gate.listed(dev, subject)).toEqual(['Attic', 'Lena Fuchs'])
    }
    expect(await gate.listed(tom, document(doc_id))).toEqual(['Attic', 'Lena Fuchs'])
  })

  test('is announced to those who could and can see it, and recorded in the audit log [D8]', async () => {
    const events = {
      document: 'document.access_changed',
      camera: 'camera.changed',
      screen: 'screen.access_changed',
      job: 'job.changed',
    }
    for (const [giver, subject] of await each('Told')) {
      const before = (await gate.events(events[subject.kind])).length
      const entries = (await gate.audited(`${subject.kind}:${subject.id}`)).length
      await gate.gives(giver, subject, person(lena))
      await gate.takes(giver, subject, person(lena))
      await gate.takes(giver, subject, person(lena))
      const told = (await gate.events(events[subject.kind])).slice(before)
      expect(told.map(event => event.audience.user_ids?.includes(lena.user_id))).toEqual([true, true])
      expect(told.map(event => event.audience.user_ids?.includes(ana.user_id))).toEqual([false, false])
      const details = { ...person(lena), level: 'viewer' }
      expect((await gate.audited(`${subject.kind}:${subject.id}`)).slice(entries)).toEqual([
        { kind: `${subject.kind}.access_granted`, actor_id: giver.user_id, details: { ...details, expires_at: null } },
        { kind: `${subject.kind}.access_revoked`, actor_id: giver.user_id, details },
      ])
    }
  })

  test('ends with the membership: a person who is removed and returns has none', async () => {
    const noor = await gate.server.person({ name: 'Noor Ali' })
    await maya.invites(noor)
    const all = await each('Before')
    for (const [giver, subject] of all) await gate.gives(giver, subject, person(noor))
    await gate.gives(noor, screen(noor), person(lena))
    await maya.call(removeUser, { user_to_be_removed: noor.user_id })
    await maya.invites(noor)
    for (const [giver, subject] of all) {
      expect(await gate.listed(giver, subject)).toEqual([])
      await expect(noor.call(listGrants, subject)).rejects.toMatchObject(missing[subject.kind])
    }
    expect(await gate.listed(noor, screen(noor))).toEqual([])
  })
})
