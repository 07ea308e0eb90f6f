import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type AccessRequest,
  declineAccess,
  listAccessRequests,
  listGrants,
  requestAccess,
  type Subject,
} from '#shared/contract/access/endpoints'
import { deleteDocument, grantAccess, updateDocument } from '#shared/contract/documents/endpoints'
import { addBranch, manageBranchUsers } from '#shared/contract/organisations/branches'
import { removeUser } from '#shared/contract/organisations/people'
import { deleteCamera } from '#shared/contract/sources/cameras'
import { changePermission } from '#shared/contract/sources/endpoints'
import { day } from '#shared/limits'
import type { Actor } from '../../../../test/actor'
import { closeAllClients, LiveClient } from '../../platform/live/testing/live-client'
import { notAllowed, notFound } from '../sources/test-yard'
import { camera, document, type Gate, nowhere, openGate, person, screen } from './test-gate'

const noRequest = notFound('access.request_not_found')
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

const asks = (who: Actor, subject: Subject, note?: string) =>
  who.call(requestAccess, { ...subject, ...(note !== undefined && { note }) })
const declines = (who: Actor, subject: Subject, from: Actor) =>
  who.call(declineAccess, { ...subject, requested_by: from.user_id })
/** The requests that somebody can answer about a subject, oldest first. */
const waiting = async (who: Actor, { kind, id }: Subject): Promise<AccessRequest[]> =>
  (await who.call(listAccessRequests, {})).filter(request => request.kind === kind && request.id === id)
const waitingNames = async (who: Actor, subject: Subject) =>
  (await waiting(who, subject)).map(request => request.user.user_displayname)
const isAbout =
  (subject: Subject) =>
  ({ payload }: { payload: Record<string, unknown> }) =>
    isDeepStrictEqual(payload.subject, subject)
/** The answers in the event log about a subject: who asked, the outcome, and who is told. */
const answers = async (subject: Subject) =>
  (await gate.events('access.request_answered'))
    .filter(isAbout(subject))
    .map(({ payload, audience }) => [
      payload.user_id,
      payload.is_given,
      audience.user_ids?.sort((user_id, other) => user_id - other),
    ])
const notifiedAbout = async (subject: Subject) =>
  (await gate.events('access.requested'))
    .filter(isAbout(subject))
    .map(event => event.audience.user_ids?.sort((left, right) => left - right))
const ids = (...people: Actor[]) => people.map(who => who.user_id).sort((first, other) => first - other)

/** One subject of each kind that Lena does not see, with people who can answer and others who cannot. */
async function each(name: string) {
  return [
    { subject: document(await gate.logbook(name)), name, givers: [maya, dev, tom], giver: tom, others: [ana, lena] },
    { subject: camera(await gate.camera(name)), name, givers: [maya, dev], giver: dev, others: [tom, ana, lena] },
    { subject: screen(tom), name: 'Tom Reyes', givers: [tom], giver: tom, others: [maya, dev, ana, lena] },
  ] as const
}

describe('A request for access [D41] [6.8a] [6.8b] [6.8c]', () => {
  test('reaches those who can grant it, and nobody else', async () => {
    for (const { subject, name, givers, others } of await each('Asked for')) {
      expect(await asks(lena, subject, ' I have the late shift. ')).toBeNull()
      const asked_at = gate.instantIn(0)
      for (const who of givers) {
        expect(await waiting(who, subject)).toEqual([
          {
            ...subject,
            name,
            note: 'I have the late shift.',
            asked_at,
            user: expect.objectContaining({ user_id: lena.user_id, user_displayname: 'Lena Fuchs', user_image: null }),
          },
        ])
      }
      for (const who of [...others, zoe]) expect(await waiting(who, subject)).toEqual([])
      expect(await notifiedAbout(subject)).toEqual([ids(...givers)])
    }
  })

  test('is announced at once, but not to the person who asked', async () => {
    const subject = document(await gate.logbook('Live'))
    const [giver, asker, other] = [
      await LiveClient.listening(tom),
      await LiveClient.listening(lena),
      await LiveClient.listening(ana),
    ]
    await asks(lena, subject)
    const last = await gate.newest()
    expect(await giver.untilSeq(last)).toMatchObject({
      actor_id: lena.user_id,
      change: { kind: 'access.requested', subject, user_id: lena.user_id },
    })
    await Promise.all([asker.ping(), other.ping()])
    expect([asker.events, other.events]).toEqual([[], []])
    await declines(tom, subject, lena)
    expect(await asker.untilSeq(last + 1)).toMatchObject({
      change: { kind: 'access.request_answered', subject, user_id: lena.user_id, is_given: false },
    })
    await other.ping()
    expect(other.events).toEqual([])
    await closeAllClients()
  })

  test('made again is one request, with the newer note and time', async () => {
    const subject = camera(await gate.camera('Again'))
    await asks(lena, subject, 'Please.')
    gate.server.clock.advance(1_000)
    await asks(ana, subject)
    gate.server.clock.advance(1_000)
    expect(await waitingNames(dev, subject)).toEqual(['Lena Fuchs', 'Ana Lima'])
    await asks(lena, subject, 'It is urgent.')
    expect(await waiting(dev, subject)).toMatchObject([
      { user: { user_displayname: 'Ana Lima' }, note: '' },
      { user: { user_displayname: 'Lena Fuchs' }, note: 'It is urgent.', asked_at: gate.instantIn(0) },
    ])
  })

  test('does nothing for those who already see it', async () => {
    const shown = document(await gate.logbook('Shown', { access: 'organisation' }))
    const before = await gate.newest()
    for (const [who, subject] of [
      [lena, shown],
      [maya, screen(tom)],
      [lena, screen(lena)],
    ] as const) {
      expect(await asks(who, subject)).toBeNull()
    }
    expect(await waiting(maya, shown)).toEqual([])
    expect(await waitingNames(tom, screen(tom))).not.toContain('Maya Okafor')
    expect(await gate.newest()).toBe(before)
    expect(await gate.audited(`document:${shown.id}`)).toEqual([])
  })

  test('has a note of 300 characters at most', async () => {
    const subject = screen(tom)
    await asks(ana, subject, 'x'.repeat(300))
    await expect(asks(ana, subject, 'x'.repeat(301))).rejects.toMatchObject({
      status: 400,
      issues: [{ path: 'note' }],
    })
  })

  test('is in the audit log, and so is a declined one [D8]', async () => {
    const subject = document(await gate.logbook('Audited'))
    await asks(lena, subject, 'Between us.')
    await declines(dev, subject, lena)
    expect(await gate.audited(`document:${subject.id}`)).toEqual([
      { kind: 'access.requested', actor_id: lena.user_id, details: {} },
      { kind: 'access.declined', actor_id: dev.user_id, details: { requested_by: lena.user_id } },
    ])
  })

  test('expires after 30 days', async () => {
    const subject = document(await gate.logbook('Long ago'))
    await asks(lena, subject)
    await gate.wereMade(lena, 30 * day - 1)
    expect(await waitingNames(tom, subject)).toEqual(['Lena Fuchs'])
    gate.server.clock.advance(1)
    expect(await waitingNames(tom, subject)).toEqual([])
    await expect(declines(tom, subject, lena)).rejects.toMatchObject(noRequest)
    await asks(lena, subject)
    expect(await waitingNames(tom, subject)).toEqual(['Lena Fuchs'])
  })
})

describe('Answering a request for access [D41]', () => {
  test('declining it removes it, and tells the person who asked and those who need not answer any more', async () => {
    for (const { subject, giver, givers, others } of await each('Declined')) {
      const before = (await answers(subject)).length
      await asks(lena, subject)
      for (const who of [...others, zoe]) await expect(declines(who, subject, lena)).rejects.toThrow()
      expect(await waitingNames(giver, subject)).toContain('Lena Fuchs')
      expect(await declines(giver, subject, lena)).toBeNull()
      expect(await waitingNames(giver, subject)).not.toContain('Lena Fuchs')
      expect((await answers(subject)).slice(before)).toEqual([[lena.user_id, false, ids(lena, ...givers)]])
      await expect(declines(giver, subject, lena)).rejects.toMatchObject(noRequest)
      await expect(lena.call(listGrants, subject)).rejects.toMatchObject({ status: 404 })
    }
  })

  test('nobody can who sees the subject without granting access, or does not see it', async () => {
    const doc_id = await gate.logbook('Refused')
    await gate.gives(tom, document(doc_id), { ...person(ana), level: 'editor' })
    await asks(lena, document(doc_id))
    await expect(declines(ana, document(doc_id), lena)).rejects.toMatchObject(notAllowed)
    await expect(declines(lena, document(doc_id), lena)).rejects.toMatchObject(notFound('document.not_found'))
    await asks(lena, screen(tom))
    await expect(declines(maya, screen(tom), lena)).rejects.toMatchObject(notAllowed)
    await expect(declines(ana, screen(tom), lena)).rejects.toMatchObject(notFound('source.not_found'))
    await expect(declines(tom, screen(tom), zoe)).rejects.toMatchObject(noRequest)
    await expect(declines(maya, camera(nowhere), lena)).rejects.toMatchObject(notFound('camera.not_found'))
    expect(await waitingNames(tom, document(doc_id))).toEqual(['Lena Fuchs'])
  })

  test('granting access to the person who asked answers it', async () => {
    for (const { subject, giver, givers } of await each('Given')) {
      const before = (await answers(subject)).length
      await asks(lena, subject)
      await asks(ana, subject)
      await gate.gives(giver, subject, { ...person(lena), expires_at: gate.instantIn(60_000) })
      expect(await waitingNames(giver, subject)).toEqual(['Ana Lima'])
      expect((await answers(subject)).slice(before)).toEqual([[lena.user_id, true, ids(lena, ...givers)]])
      await declines(giver, subject, ana)
      await gate.takes(giver, subject, person(lena))
    }
  })

  test('granting access to a role or branch of theirs answers it', async () => {
    const subject = camera(await gate.camera('By role'))
    const role = await gate.role('Night shift', [], lena)
    await asks(lena, subject)
    await asks(ana, subject)
    await asks(tom, subject)
    await gate.gives(dev, subject, { grantee_kind: 'role', grantee_id: role })
    expect(await waitingNames(dev, subject)).toEqual(['Tom Reyes', 'Ana Lima'])
    await gate.gives(maya, subject, { grantee_kind: 'branch', grantee_id: gate.yard })
    expect(await waitingNames(dev, subject)).toEqual(['Tom Reyes'])
    expect(await answers(subject)).toEqual([
      [lena.user_id, true, ids(lena, maya, dev)],
      [ana.user_id, true, ids(ana, maya, dev)],
    ])
  })

  test('any other way to see the subject answers it', async () => {
    const open = (await maya.call(addBranch, { branch_name: 'Shop floor' })).id
    await maya.call(manageBranchUsers, { branch_id: open, users_to_be_added: [lena.user_id, tom.user_id] })
    const named = document(await gate.logbook('Named'))
    const opened = document(await gate.logbook('Opened'))
    const forBranch = document(await gate.logbook('For a branch'))
    const gateway = camera(await gate.camera('Gateway'))
    const cases = [
      [named, [maya, dev, tom], () => tom.call(grantAccess, { doc_id: named.id, ...person(lena), level: 'viewer' })],
      [opened, [maya, dev, tom], () => tom.call(updateDocument, { doc_id: opened.id, access: 'organisation' })],
      [
        forBranch,
        [maya, dev, tom],
        () => tom.call(updateDocument, { doc_id: forBranch.id, access: 'branch', branch_id: open }),
      ],
      [gateway, [maya, dev], () => dev.call(changePermission, { camera_id: gateway.id, organisation: true })],
      [screen(tom), [tom], () => tom.call(changePermission, { user_ids: [lena.user_id] })],
    ] as const
    for (const [subject, givers, lets] of cases) {
      const before = (await answers(subject)).length
      await asks(lena, subject)
      const giver = subject === gateway ? dev : tom
      expect(await waitingNames(giver, subject)).toContain('Lena Fuchs')
      await lets()
      expect(await waitingNames(giver, subject)).not.toContain('Lena Fuchs')
      expect((await answers(subject)).slice(before)).toEqual([[lena.user_id, true, ids(lena, ...givers)]])
    }
    await tom.call(changePermission, { user_ids: [] })
  })

  test('a change that does not let them see it does not answer it', async () => {
    const subject = document(await gate.logbook('Still closed'))
    await asks(lena, subject)
    await gate.gives(tom, subject, person(ana))
    await gate.takes(tom, subject, person(ana))
    expect(await waitingNames(tom, subject)).toEqual(['Lena Fuchs'])
    expect(await answers(subject)).toEqual([])
  })
})

describe('A request for access ends', () => {
  test('with its subject; the person who asked is not told that it existed', async () => {
    const doc_id = await gate.logbook('Deleted')
    const camera_id = await gate.camera('Deleted')
    for (const subject of [document(doc_id), camera(camera_id)]) await asks(lena, subject, 'Between us.')
    await tom.call(deleteDocument, { doc_id })
    await dev.call(deleteCamera, { feedId: camera_id })
    const notes = await gate.server.asOwner(
      "select from access_requests where note = 'Between us.' and (kind, subject_id) in (('document', $1), ('camera', $2))",
      [doc_id, camera_id],
    )
    expect(notes).toEqual([])
    for (const subject of [document(doc_id), camera(camera_id)]) {
      expect(await waiting(maya, subject)).toEqual([])
      expect(await answers(subject)).toEqual([])
      expect(await asks(lena, subject)).toBeNull()
      expect(await waiting(maya, subject)).toEqual([])
    }
  })

  test('with the membership of either; somebody who returns finds none', async () => {
    const noor = await gate.server.person({ name: 'Noor Ali' })
    await maya.invites(noor)
    const subject = document(await gate.logbook('Before'))
    await asks(noor, subject)
    await asks(lena, screen(noor))
    expect(await waitingNames(tom, subject)).toEqual(['Noor Ali'])
    expect(await waitingNames(noor, screen(noor))).toEqual(['Lena Fuchs'])
    await maya.call(removeUser, { user_to_be_removed: noor.user_id })
    expect(await waitingNames(tom, subject)).toEqual([])
    await maya.invites(noor)
    expect(await waitingNames(tom, subject)).toEqual([])
    expect(await waitingNames(noor, screen(noor))).toEqual([])
    await expect(declines(noor, screen(noor), lena)).rejects.toMatchObject(noRequest)
  })

  test('for a person who loses the right to answer it', async () => {
    const watch = await gate.role('Camera keepers', ['feeds.manage_cameras'], ana)
    const subject = camera(await gate.camera('Kept'))
    await asks(lena, subject)
    expect(await notifiedAbout(subject)).toEqual([ids(maya, dev, ana)])
    expect(await waitingNames(ana, subject)).toEqual(['Lena Fuchs'])
    await gate.leavesRole(watch, ana)
    expect(await waitingNames(ana, subject)).toEqual([])
    await expect(declines(ana, subject, lena)).rejects.toMatchObject(notFound('camera.not_found'))
  })
})
