import { beforeAll, describe, expect, test } from 'vitest'
import { declineAccess, listAccessRequests, requestAccess, type Subject } from '#shared/contract/access/endpoints'
import { access } from '#shared/contract/access/limits'
import { deleteDocument } from '#shared/contract/documents/endpoints'
import { day } from '#shared/limits'
import type { Actor } from '../../../../test/actor'
import { LiveClient } from '../../platform/live/testing/live-client'
import { camera, document, type Gate, nowhere, openGate, person, screen } from './test-gate'

const tooMany = { status: 409, code: 'access.too_many_requests' }
let gate: Gate
let maya: Actor
let tom: Actor
let lena: Actor
let newcomers = 0
beforeAll(async () => {
  gate = await openGate()
  ;({ maya, tom, lena } = gate)
})

/** A member who has not asked for anything yet. */
async function newcomer(): Promise<Actor> {
  newcomers += 1
  const actor = await gate.server.person({ name: 'Noor Ali', email: `noor.${newcomers}@ridgeway.example` })
  await maya.invites(actor)
  return actor
}

const asks = (who: Actor, subject: Subject) => who.call(requestAccess, subject)
const never = (count: number): Subject[] => Array.from({ length: count }, (_, index) => document(nowhere + index))

describe('Somebody who asks for access does not learn what exists [D41] [D6]', () => {
  test.each<[string, () => Promise<Subject>, Subject]>([
    ['document', async () => document(await gate.logbook('Hidden')), document(nowhere)],
    ['camera', async () => camera(await gate.camera('Hidden')), camera(nowhere)],
    ['screen', async () => screen(tom), { kind: 'screen', id: nowhere }],
  ])(
    'a hidden %s and a missing one give the same answer, number of events and stored rows',
    async (_kind, make, none) => {
      const hidden = await make()
      const [events, written]: [number[], object[]] = [[], []]
      const replies: object[] = []
      for (const subject of [hidden, none]) {
        const before = await gate.newest()
        const { request_id: _id, ...reply } = await lena.reply(requestAccess, { ...subject, note: 'Please.' })
        replies.push(reply)
        events.push((await gate.newest()) - before)
        written.push(await gate.audited(`${subject.kind}:${subject.id}`).then(all => all.slice(-1)))
      }
      expect(replies[0]).toMatchObject({ status: 200, data: null })
      expect(replies[0]).toEqual(replies[1])
      expect(events).toEqual([1, 1])
      expect(written[0]).toEqual([{ kind: 'access.requested', actor_id: lena.user_id, details: {} }])
      expect(written[0]).toEqual(written[1])
    },
  )

  test('a request that nobody can answer is announced to nobody', async () => {
    const everybody = await Promise.all([maya, tom, lena].map(who => LiveClient.listening(who)))
    await asks(lena, camera(nowhere))
    await Promise.all(everybody.map(client => client.ping()))
    expect(everybody.flatMap(client => client.events)).toEqual([])
    expect((await maya.call(listAccessRequests, {})).map(request => request.id)).not.toContain(nowhere)
    await Promise.all(everybody.map(client => client.leave()))
  })

  test('a missing thing is missing for everybody outside the organisation', async () => {
    const hidden = document(await gate.logbook('Elsewhere'))
    const { zoe } = gate
    expect(await zoe.reply(requestAccess, hidden)).toMatchObject({ status: 200, data: null })
    expect((await maya.call(listAccessRequests, {})).filter(request => request.id === hidden.id)).toEqual([])
    const { request_id: _one, ...theirs } = await zoe.reply(declineAccess, { ...hidden, requested_by: lena.user_id })
    const { request_id: _other, ...none } = await zoe.reply(declineAccess, {
      ...document(nowhere),
      requested_by: lena.user_id,
    })
    expect(theirs).toEqual(none)
  })
})

describe('A person has at most 50 open requests', () => {
  test('counted alike, whether or not the subject exists', async () => {
    const noor = await newcomer()
    for (const subject of never(access.openRequests - 1)) await asks(noor, subject)
    const [hidden, other] = [document(await gate.logbook('Hidden')), document(await gate.logbook('Other'))]
    await asks(noor, hidden)
    for (const subject of [other, document(nowhere + 1_000), screen(tom), camera(nowhere)]) {
      await expect(asks(noor, subject)).rejects.toMatchObject(tooMany)
    }
    expect((await tom.call(listAccessRequests, {})).filter(request => request.id === other.id)).toEqual([])

    // Renewing does not count as another one, and neither does what can be seen anyway.
    await asks(noor, hidden)
    await asks(noor, screen(noor))
    // Deleting it is announced to nobody.
    await tom.call(deleteDocument, { doc_id: hidden.id })
    await expect(asks(noor, other)).rejects.toMatchObject(tooMany)
    await asks(lena, other)
  })

  test('and an answer makes room for another one', async () => {
    const noor = await newcomer()
    const [declined, given] = [document(await gate.logbook('No')), document(await gate.logbook('Yes'))]
    for (const subject of [declined, given, ...never(access.openRequests - 2)]) await asks(noor, subject)
    const more = never(access.openRequests).slice(-2)
    for (const subject of more) await expect(asks(noor, subject)).rejects.toMatchObject(tooMany)
    await tom.call(declineAccess, { ...declined, requested_by: noor.user_id })
    await gate.gives(tom, given, person(noor))
    for (const subject of more) await asks(noor, subject)
    await expect(asks(noor, declined)).rejects.toMatchObject(tooMany)
  })

  test('however many are sent at once', async () => {
    const noor = await newcomer()
    const replies = await Promise.all(
      never(access.openRequests + 10).map(subject => noor.reply(requestAccess, subject)),
    )
    expect(replies.filter(reply => reply.status === 200)).toHaveLength(access.openRequests)
    expect(new Set(replies.filter(reply => reply.status !== 200).map(reply => reply.code))).toEqual(
      new Set([tooMany.code]),
    )
  })

  test('and requests that nobody answers make room after 30 days', async () => {
    const noor = await newcomer()
    for (const subject of never(access.openRequests)) await asks(noor, subject)
    await gate.wereMade(noor, 30 * day)
    await asks(noor, document(nowhere + 1_000))
    const kept = await gate.server.asOwner('select from access_requests where user_id = $1', [noor.user_id])
    expect(kept).toHaveLength(1)
  })
})
