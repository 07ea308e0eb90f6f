import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDocument } from '#shared/contract/documents/endpoints'
import { document as limits } from '#shared/contract/documents/limits'
import { openPage } from '#shared/contract/documents/pages'
import { replaceContent } from '#shared/contract/documents/versions'
import { markdownOf } from '#shared/page/document'
import { edit } from '#shared/testing/page-edits'
import { bytes, PageClient } from '../../src/server/features/documents/pages/test-page-client'
import { jobsOf } from '../../src/server/platform/jobs/jobs'
import { closeAllClients } from '../../src/server/platform/live/testing/live-client'
import type { Actor } from '../actor'
import { openTestServer, type TestServer } from '../test-server'
import { alone, Device, type Fate, type Hearing, standInForBrowser } from './device'

/** `npm run soak -- sessions` has 500, with another seed each time. */
const rounds = Number(process.env.PAGE_SESSIONS ?? 6)
const most = 8

const fates = fc.array(fc.constantFrom<Fate>('lost', 'twice', 'late', 'answered late'), { minLength: 1, maxLength: 3 })
const words = fc.stringMatching(/^[a-z ]{1,6}$/)
const at = fc.nat({ max: 40 })
const who = fc.nat({ max: most - 1 })
const what = fc.constantFrom(
  'type' as const,
  'type' as const,
  'delete' as const,
  'add' as const,
  'remove' as const,
  'replace' as const,
)
const how = fc.constantFrom<Hearing>('in order', 'in order', 'twice', 'backwards', 'not')
/** What happens: somebody writes, hears of others, loses the connection, a call or the tab, or time passes. */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('write' as const), who, what, at, words }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('hear' as const), who, at, how }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('meet' as const), who, fates }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom('cut' as const, 'reconnect' as const, 'arrive' as const), who }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('reload' as const, 'kill' as const), who }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('write and be killed' as const), who, what, at, words }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('wait' as const), who, ms: fc.nat({ max: 20_000 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('pause' as const), who }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

let server: TestServer
let owner: Actor
let devices: Device[]

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.person({ name: 'Maya Okafor' })
  await owner.createOrganisation('Ridgeway Cycles')
  const people: Actor[] = []
  for (let count = 0; count < most; count += 1) {
    const person = await server.person({ name: `Person ${'abcdefgh'[count]}` })
    await owner.invites(person)
    people.push(person)
  }
  standInForBrowser(server)
  devices = []
  for (const person of people) devices.push(await Device.of(person))
})
afterAll(async () => {
  await closeAllClients()
  vi.unstubAllGlobals()
})

async function take(device: Device, next: Step): Promise<void> {
  switch (next.does) {
    case 'write':
      edit(device.session.doc, next)
      return device.rest()
    case 'hear':
      return device.hear(next.at, next.how)
    case 'meet':
      device.fates.push(...next.fates)
      return
    case 'cut':
      return device.cut()
    case 'reconnect':
      return device.reconnect()
    case 'arrive':
      return device.arrive()
    case 'wait':
      return device.pass(next.ms)
    case 'pause':
      // The server cuts a version, and may merge the stored changes.
      server.clock.advance(limits.pause + 1)
      return jobsOf(server.app.context).whenIdle()
    case 'write and be killed':
      edit(device.session.doc, next)
      await device.rest()
      await device.reload(true)
      break
    default:
      await device.reload(next.does === 'kill')
  }
  expect(device.forgot).toBe(false)
}

/** All connections are back, everything arrives, and somebody writes once more. */
async function comeTogether(writers: readonly Device[]): Promise<void> {
  for (const device of writers) {
    device.fates.splice(0)
    await device.arrive()
    await device.reconnect()
    for (let tries = 0; tries < 10 && !device.isDone; tries += 1) await device.pass(40_000)
  }
  for (const device of writers) await device.hear()
  const [last] = writers
  if (last) edit(last.session.doc, { what: 'add', at: 0, words: 'At last' })
  await last?.rest()
  // Nobody needs the comparison that follows a quiet moment.
  for (let round = 0; round < 2; round += 1) for (const device of writers) await device.hear()
}

test('Whatever happens to the connections, calls and tabs of up to eight people who write a page, all of them and the server end with the text that Yjs alone makes of everything they wrote [D46]', {
  timeout: 60_000 + rounds * 5_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 40 }),
      fc.integer({ min: 2, max: most }),
      async (steps, count) => {
        const { doc_id } = await owner.call(createDocument, {
          document_name: 'Opening',
          document_type: 'document',
          access: 'organisation',
        })
        await owner.call(replaceContent, {
          doc_id,
          content: 'Lights.\n\nCount the till.\n\nLock the door.',
          version: 0,
        })
        const start = bytes((await owner.call(openPage, { doc_id })).update)
        const writers = devices.slice(0, count)
        for (const device of writers) await device.open(doc_id)
        for (const next of steps) {
          const device = writers[next.who % count]
          if (device) await take(device, next)
        }
        await comeTogether(writers)
        const expected = markdownOf(
          alone(
            start,
            writers.flatMap(({ made }) => made),
          ),
        )
        const reader = await PageClient.open(owner, doc_id)
        expect(writers.map(({ session }) => markdownOf(session.doc))).toEqual(writers.map(() => expected))
        expect(reader.text).toBe(expected)
        expect(writers.every(({ isDone }) => isDone)).toBe(true)
      },
    ),
    { numRuns: rounds },
  )
})
