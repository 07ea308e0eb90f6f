import { once } from 'node:events'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createDocument, grantAccess, revokeAccess } from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { organisationInfo, updateOrganisation } from '#shared/contract/organisations/endpoints'
import { invitePeople } from '#shared/contract/organisations/invites'
import { addAdmins, removeUser } from '#shared/contract/organisations/people'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { closeAllClients, LiveClient, socketAddress } from './testing/live-client'

const second = 1000
let server: TestServer
let maya: Actor
let tom: Actor
let open: number

beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  tom = await server.person({ name: 'Tom Reyes' })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom)
  open = await logbook(maya, 'organisation')
})

afterEach(closeAllClients)

async function logbook(by: Actor, access: 'private' | 'organisation'): Promise<number> {
  const params = { document_name: 'Workshop', document_type: 'logbook', access } as const
  return (await by.call(createDocument, params)).doc_id
}

const write = (by: Actor, doc_id: number, content = 'A spoke was replaced.') => by.call(writeLog, { doc_id, content })

/** Creates an event for every member and returns its number. Everything before it must have arrived by then. */
async function marker(by: Actor): Promise<number> {
  await by.call(updateOrganisation, { updated_organization_description: `Said at ${performance.now()}` })
  return newest(by.organization_id)
}

async function newest(organization_id: number): Promise<number> {
  const [row] = await server.asOwner<{ seq: string }>('select seq from event_counters where organization_id = $1', [
    organization_id,
  ])
  return Number(row?.seq)
}

const kinds = (client: LiveClient) => client.events.map(frame => frame.change.kind)
const numbers = (client: LiveClient) => client.events.map(frame => frame.seq)
const logsHeard = (client: LiveClient) =>
  client.events.flatMap(({ change }) => (change.kind === 'log.added' ? [change.log.content] : []))
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('A client that connects', () => {
  test('receives the newest number, and nothing more until it says where to resume', async () => {
    const before = await newest(maya.organization_id)
    const client = LiveClient.to(tom)
    expect(await client.until(frame => frame.event === 'ready')).toEqual({ event: 'ready', seq: before })
    await write(maya, open, 'Before Tom’s client said where it is.')
    await client.ping()
    expect(client.events).toEqual([])

    client.resume(before)
    const last = await marker(maya)
    await client.untilSeq(last)
    expect(numbers(client)).toEqual(range(before + 1, last))
    expect(logsHeard(client)).toEqual(['Before Tom’s client said where it is.'])
  })

  test('receives a log with everything needed to show it', async () => {
    const client = await LiveClient.listening(tom)
    const log = await maya.call(writeLog, { doc_id: open, content: 'New **brakes**.', client_id: 'draft-1' })
    const frame = await client.until(({ event }) => event === 'event')
    expect(frame).toMatchObject({ actor_id: maya.user_id, change: { kind: 'log.added', doc_id: open, log } })
    expect(log.client_id).toBe('draft-1')
  })
})

describe('The event log', () => {
  test('has no gap in any organisation with fifty concurrent writers, and everybody receives it in order', async () => {
    const ana = await server.person({ name: 'Ana Brandt' })
    await ana.createOrganisation('Lakeside Physio Clinic')
    const rooms: [Actor, number, LiveClient][] = [
      [tom, open, await LiveClient.listening(tom)],
      [ana, await logbook(ana, 'organisation'), await LiveClient.listening(ana)],
    ]
    await Promise.all(
      range(1, 50).flatMap(writer =>
        rooms.map(([who, doc_id]) =>
          write(who, doc_id, `Writer ${writer}, first`).then(() => write(who, doc_id, `Writer ${writer}, second`)),
        ),
      ),
    )
    for (const [who, , client] of rooms) {
      const last = await newest(who.organization_id)
      const rows = await server.asOwner<{ seq: string }>(
        'select seq from events where organization_id = $1 order by seq',
        [who.organization_id],
      )
      expect(rows.map(row => Number(row.seq))).toEqual(range(1, last))
      await client.untilSeq(last)
      const heard = numbers(client)
      expect(heard).toEqual(range(heard[0] ?? 0, last))
      expect(new Set(logsHeard(client).filter(content => content.startsWith('Writer'))).size).toBe(100)
    }
  })

  test('is read again by itself if the message about new events is lost', async () => {
    const client = await LiveClient.listening(tom)
    await client.ping()
    const [row] = await server.asOwner<{ seq: string }>(
      'update event_counters set seq = seq + 1 where organization_id = $1 returning seq',
      [maya.organization_id],
    )
    await server.asOwner(
      `insert into events (organization_id, seq, kind, audience, payload, at)
       values ($1, $2, 'member.changed', '{"to":"organisation"}', $3, now())`,
      [maya.organization_id, row?.seq, JSON.stringify({ kind: 'member.changed', user_id: tom.user_id })],
    )
    server.clock.advance(15 * second)
    await client.untilSeq(Number(row?.seq))
  })
})

describe('A client that was away', () => {
  test('receives exactly what it missed, then continues, while others keep writing', async () => {
    const first = await LiveClient.listening(tom)
    await first.untilSeq(await marker(maya))
    const seen = numbers(first).at(-1) ?? 0
    await first.leave()
    const missed = 3_000
    await server.asOwner(
      `with n as (update event_counters set seq = seq + ${missed} where organization_id = $1 returning seq)
       insert into events (organization_id, seq, kind, audience, payload, at)
       select $1, n.seq - ${missed} + i, 'member.changed', '{"to":"organisation"}', $2, now()
       from n, generate_series(1, ${missed}) i`,
      [maya.organization_id, JSON.stringify({ kind: 'member.changed', user_id: maya.user_id })],
    )
    const client = LiveClient.to(tom)
    await client.until(frame => frame.event === 'ready')
    client.resume(seen)
    await client.untilSeq(seen + 1)
    await Promise.all(range(1, 20).map(number => write(maya, open, `Meanwhile ${number}`)))
    const last = await marker(maya)
    await client.untilSeq(last)
    expect(numbers(client)).toEqual(range(seen + 1, last))
    expect(client.frames.map(frame => frame.event)).not.toContain('resync')
  })

  test('reloads if the log no longer reaches back, and receives later events', async () => {
    const last = await marker(maya)
    await server.asOwner('delete from events where organization_id = $1 and seq <= $2', [
      maya.organization_id,
      last - 2,
    ])
    const near = await LiveClient.listening(tom, last - 2)
    await near.untilSeq(last)
    expect(numbers(near)).toEqual([last - 1, last])

    const far = await LiveClient.listening(tom, last - 3)
    expect(await far.until(frame => frame.event !== 'ready')).toEqual({ event: 'resync', seq: last })
    const next = await marker(maya)
    await far.untilSeq(next)
    expect(numbers(far)).toEqual([next])
  })

  test('reloads if it names a number that never existed', async () => {
    const last = await marker(maya)
    const client = await LiveClient.listening(tom, last + 1)
    expect(await client.until(frame => frame.event !== 'ready')).toEqual({ event: 'resync', seq: last })
  })
})

describe('Who receives which events [D21]', () => {
  test('events of a private document reach those who may read it, live and later', async () => {
    const noor = await server.person({ name: 'Noor Haddad' })
    await maya.invites(noor)
    const doc_id = await logbook(noor, 'private')
    await noor.call(grantAccess, { doc_id, grantee_kind: 'user', grantee_id: maya.user_id, level: 'viewer' })
    const start = await newest(maya.organization_id)
    const [owner, other] = [await LiveClient.listening(maya), await LiveClient.listening(tom)]
    await write(noor, doc_id, 'The safe’s code changed.')
    const last = await marker(maya)
    await Promise.all([owner.untilSeq(last), other.untilSeq(last)])
    expect(logsHeard(owner)).toEqual(['The safe’s code changed.'])
    expect(numbers(other)).toEqual([last])

    const [ownerLater, otherLater] = [await LiveClient.listening(maya, start), await LiveClient.listening(tom, start)]
    await Promise.all([ownerLater.untilSeq(last), otherLater.untilSeq(last)])
    expect(numbers(ownerLater)).toEqual(range(start + 1, last))
    expect(numbers(otherLater)).toEqual([last])
  })

  test('nobody receives events of another organisation', async () => {
    const ana = await server.person({ name: 'Ana Elsewhere' })
    await ana.createOrganisation('Elsewhere')
    const client = await LiveClient.listening(ana)
    await write(maya, open, 'Not for Elsewhere.')
    await marker(maya)
    const last = await marker(ana)
    await client.untilSeq(last)
    expect(numbers(client)).toEqual([last])
  })

  test('invites are for owners and admins, from the moment they become one', async () => {
    const client = await LiveClient.listening(tom)
    const invite = async (email_id: string) => {
      const { roles } = await maya.call(organisationInfo, {})
      await maya.call(invitePeople, { invites: [{ email_id, role_id: roles[0]?.role_id ?? 0 }] })
      await client.untilSeq(await marker(maya))
    }
    await invite('first@ridgeway.example')
    expect(kinds(client)).toEqual(['organisation.updated'])
    await maya.call(addAdmins, { user_ids: [tom.user_id] })
    await invite('second@ridgeway.example')
    expect(kinds(client)).toContain('invite.changed')
  })
})

describe('A right that is taken away [D41]', () => {
  let dev: Actor
  let doc_id: number
  const grantee = () => ({ doc_id, grantee_kind: 'user', grantee_id: dev.user_id }) as const

  beforeAll(async () => {
    dev = await server.person({ name: 'Dev Patel' })
    await maya.invites(dev)
    doc_id = await logbook(maya, 'private')
  })

  // The clock stands still meanwhile, so anything that depended on a timer would never arrive.
  test('is gone at once on an open socket, and for a client that was away', async () => {
    await maya.call(grantAccess, { ...grantee(), level: 'viewer' })
    const start = await newest(maya.organization_id)
    const client = await LiveClient.listening(dev)
    await write(maya, doc_id, 'While Dev may read.')
    await client.until(({ event }) => event === 'event')

    await maya.call(revokeAccess, grantee())
    await client.until(frame => frame.event === 'event' && frame.change.kind === 'document.access_changed')
    await write(maya, doc_id, 'When Dev no longer may.')
    const last = await marker(maya)
    await client.untilSeq(last)
    expect(logsHeard(client)).toEqual(['While Dev may read.'])

    const later = await LiveClient.listening(dev, start)
    await later.untilSeq(last)
    expect(logsHeard(later)).toEqual([])
  })

  test('ends for a grant at its expiry, without any action', async () => {
    const expires_at = new Date(server.clock.now() + 60 * second).toISOString()
    await maya.call(grantAccess, { ...grantee(), level: 'viewer', expires_at })
    const client = await LiveClient.listening(dev)
    await write(maya, doc_id, 'Within the minute.')
    await client.until(({ event }) => event === 'event')
    server.clock.advance(60 * second)
    await write(maya, doc_id, 'After the minute.')
    await client.untilSeq(await marker(maya))
    expect(logsHeard(client)).toEqual(['Within the minute.'])
  })

  test('a removed member is disconnected everywhere at once, receives nothing more, and cannot reconnect', async () => {
    const client = await LiveClient.listening(dev)
    const mate = new LiveClient(new WebSocket(socketAddress(dev, '/sockets/mate')))
    await Promise.all([client.ping(), once(mate.socket, 'open')])
    await maya.call(removeUser, { user_to_be_removed: dev.user_id })
    expect(await Promise.all([client.closed, mate.closed])).toEqual([4403, 4403])
    expect(client.events).toEqual([])
    expect(await LiveClient.to(dev).closed).toBe(4403)
  })
})
