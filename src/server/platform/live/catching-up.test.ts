import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDocument, grantAccess, revokeAccess } from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { updateOrganisation } from '#shared/contract/organisations/endpoints'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { readableAmong, readersOf } from '../../features/access/document-sql'
import { peopleOfChats } from '../../features/messages/presence-store'
import { saveLastSeen } from '../../features/organisations/last-seen-store'
import { membershipOf } from '../../features/organisations/service'
import { FairQueue } from './fair-queue'
import { Hub, type HubPorts } from './hub'
import { closeAllClients, LiveClient } from './testing/live-client'
import { openSockets } from './testing/own-sockets'

const ports = { readersOf, membershipOf, peopleOfChats, saveLastSeen }
const noCalls = { received: async () => {} }
let server: TestServer
let maya: Actor
let tom: Actor

beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  tom = await server.person({ name: 'Tom Reyes' })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom)
})
afterEach(closeAllClients)

const logbook = async (access: 'private' | 'organisation') =>
  (await maya.call(createDocument, { document_name: 'Workshop', document_type: 'logbook', access })).doc_id
const logsHeard = (client: LiveClient) =>
  client.events.flatMap(({ change }) => (change.kind === 'log.added' ? [change.log.content] : []))

/** Writes logs whose events are long, as those of former versions are. */
async function writeLong(doc_id: number, { logs, characters }: { logs: number; characters: number }): Promise<void> {
  for (let nr = 0; nr < logs; nr += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, logs - nr) }, () => maya.call(writeLog, { doc_id, content: 'Long.' })),
    )
  await server.asOwner(
    `update events set payload = jsonb_set(payload, '{log,content}', to_jsonb(repeat('页', $2)))
     where kind = 'log.added' and payload->>'doc_id' = $1`,
    [String(doc_id), characters],
  )
}

describe('A client that was away', () => {
  test('receives 301 long events, 13 MB, on one connection', async () => {
    const doc_id = await logbook('organisation')
    await maya.call(writeLog, { doc_id, content: 'Seen.' })
    const before = await LiveClient.to(tom)
    const ready = await before.until(({ event }) => event === 'ready')
    await writeLong(doc_id, { logs: 301, characters: 15_000 })
    const client = await LiveClient.listening(tom, ready.event === 'ready' ? ready.seq : 0)
    await expect.poll(() => logsHeard(client).length).toBe(301)
    await client.ping()
  })
})

describe('Clients that request everything they missed and do not read it', () => {
  test('hold no connection to the database, and are disconnected after twenty seconds', async () => {
    const doc_id = await logbook('organisation')
    // Far more than the operating system buffers for a client that does not read.
    await writeLong(doc_id, { logs: 120, characters: 50_000 })
    const clients = await Promise.all(Array.from({ length: 12 }, () => LiveClient.to(tom)))
    await Promise.all(clients.map(client => client.until(({ event }) => event === 'ready')))
    for (const client of clients) {
      client.socket.pause()
      client.resume(0)
    }
    const isIdle = () => server.pool.totalCount === server.pool.idleCount && server.pool.waitingCount === 0
    const open = async () => {
      const { values } = await server.app.context.metrics.sockets.get()
      return values.reduce((sum, { value }) => sum + value, 0)
    }
    // Each round sends what the system buffers, until it takes no more.
    for (let time = 0; time < 100 && (await open()) > 0; time += 1) {
      await expect.poll(isIdle).toBe(true)
      expect((await maya.call(writeLog, { doc_id, content: `Meanwhile ${time}.` })).content).toContain('Meanwhile')
      server.clock.advance(20_000)
    }
    expect(await open()).toBe(0)
    for (const client of clients) client.socket.resume()
    expect(await Promise.all(clients.map(client => client.closed))).toEqual(clients.map(() => 1006))
    expect(Math.max(...clients.map(client => logsHeard(client).length))).toBeLessThan(120)
  })

  test('are closed when they request too often: 4429', async () => {
    const client = await LiveClient.listening(tom)
    for (let time = 0; time < 3; time += 1) {
      await client.ping()
      client.resume(0)
    }
    expect(await client.closed).toBe(4429)
  })
})

test('Clients that wait for the database take turns by person, a few at once and one of each person', async () => {
  const queue = new FairQueue(2)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (key: string, nr: number) =>
    queue.run(key, () => {
      started.push(`${key} ${nr}`)
      return new Promise<void>(resolve => ends.set(`${key} ${nr}`, resolve))
    })
  const all = [ask('greedy', 1), ask('greedy', 2), ask('greedy', 3), ask('tom', 1), ask('ana', 1), ask('tom', 2)]
  const ended = async (name: string, next: string[]) => {
    const before = started.length
    ends.get(name)?.()
    await eventually(() => expect(started.slice(before)).toEqual(next))
  }
  expect(started).toEqual(['greedy 1', 'tom 1'])
  await ended('tom 1', ['ana 1'])
  // Greedy continues only once their own first task has ended, however many places are free.
  await ended('ana 1', ['tom 2'])
  await ended('tom 2', [])
  await ended('greedy 1', ['greedy 2'])
  await ended('greedy 2', ['greedy 3'])
  await ended('greedy 3', [])
  await Promise.all(all)
})

test('An answer about rights that was requested before they changed counts for what was missed alone [D41]', async () => {
  const doc_id = await logbook('private')
  const [counter] = await server.asOwner<{ seq: string }>(
    `select seq from event_counters where organization_id = ${maya.organization_id}`,
  )
  await maya.call(grantAccess, { doc_id, grantee_kind: 'user', grantee_id: tom.user_id, level: 'viewer' })
  await maya.call(writeLog, { doc_id, content: 'Before.' })
  let hold: Promise<void> | null = null
  const asked = vi.fn()
  const slowly: HubPorts['readableAmong'] = async (...question) => {
    const answer = await readableAmong(...question)
    if (hold === null || !question[2].includes(doc_id)) return answer
    const held = hold
    hold = null
    asked()
    await held
    return answer
  }
  const hub = new Hub(server.app.context, { ...ports, readableAmong: slowly }, noCalls)
  const origin = await openSockets(server, [hub])
  const listening = (who: Actor, last_seq?: number) =>
    LiveClient.listening({ ...who, server: { url: origin } } as Actor, last_seq)
  const toms = await listening(tom)
  await toms.ping()

  // A second client of Tom's catches up: he may read it, and the answer is slow.
  let release = () => {}
  hold = new Promise(resolve => {
    release = resolve
  })
  const late = await listening(tom, Number(counter?.seq))
  await eventually(() => expect(asked).toHaveBeenCalled())
  await maya.call(revokeAccess, { doc_id, grantee_kind: 'user', grantee_id: tom.user_id })
  // The change has been recorded before the older answer arrives.
  await toms.until(frame => frame.event === 'event' && frame.change.kind === 'document.access_changed')
  release()
  await expect.poll(() => logsHeard(late)).toEqual(['Before.'])
  await maya.call(writeLog, { doc_id, content: 'After.' })
  await maya.call(updateOrganisation, { updated_organization_description: 'Heard by everybody.' })
  for (const client of [toms, late])
    await client.until(frame => frame.event === 'event' && frame.change.kind === 'organisation.updated')
  expect(logsHeard(toms)).not.toContain('After.')
  expect(logsHeard(late)).toEqual(['Before.'])
  hub.close()
})

test('What was missed is filtered with one question for all of its documents [D41]', async () => {
  const ids = [await logbook('private'), await logbook('organisation'), await logbook('private')]
  const [first = 0, , last = 0] = ids
  await maya.call(grantAccess, { doc_id: last, grantee_kind: 'user', grantee_id: tom.user_id, level: 'viewer' })
  const [counter] = await server.asOwner<{ seq: string }>(
    `select seq from event_counters where organization_id = ${maya.organization_id}`,
  )
  for (const doc_id of ids) await maya.call(writeLog, { doc_id, content: `In ${doc_id}.` })
  const asked: (readonly number[])[] = []
  const recorded: HubPorts['readableAmong'] = (tx, reading, doc_ids) => {
    asked.push(doc_ids)
    return readableAmong(tx, reading, doc_ids)
  }
  const hub = new Hub(server.app.context, { ...ports, readableAmong: recorded }, noCalls)
  const origin = await openSockets(server, [hub])
  const client = await LiveClient.listening({ ...tom, server: { url: origin } } as Actor, Number(counter?.seq))
  await expect.poll(() => logsHeard(client)).toEqual(ids.slice(1).map(doc_id => `In ${doc_id}.`))
  expect(logsHeard(client)).not.toContain(`In ${first}.`)
  expect(asked).toEqual([ids])
  hub.close()
})
