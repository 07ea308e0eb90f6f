import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { createDocument, grantAccess } from '#shared/contract/documents/endpoints'
import { changePage, openPage } from '#shared/contract/documents/pages'
import { replaceContent } from '#shared/contract/documents/versions'
import { writeLog } from '#shared/contract/logs/endpoints'
import { removeUser } from '#shared/contract/organisations/people'
import { markdownOf, writeInto } from '#shared/page/document'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { closeAllClients, LiveClient } from './testing/live-client'

let server: TestServer
let maya: Actor
let tom: Actor
let stranger: Actor

beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  tom = await server.person({ name: 'Tom Reyes' })
  stranger = await server.person({ name: 'Lena Fischer' })
  await maya.createOrganisation('Ridgeway Cycles')
  await maya.invites(tom)
  await stranger.createOrganisation('Harbour Clinic')
})
afterEach(closeAllClients)

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

async function page(content: string, access: 'private' | 'organisation' = 'organisation'): Promise<number> {
  const named = { document_name: 'Opening', document_type: 'document' as const, access }
  const { doc_id } = await maya.call(createDocument, named)
  await maya.call(replaceContent, { doc_id, content, version: 0 })
  return doc_id
}

/** The change that makes a page say something else, by a client that nobody else is. */
async function saying(doc_id: number, content: string): Promise<string> {
  const doc = new Y.Doc()
  const { update } = await maya.call(openPage, { doc_id })
  Y.applyUpdate(doc, Buffer.from(update, 'base64'))
  const before = Y.encodeStateVector(doc)
  writeInto(doc, content)
  return base64(Y.encodeStateAsUpdate(doc, before))
}

async function textOf(doc_id: number): Promise<string> {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, Buffer.from((await maya.call(openPage, { doc_id })).update, 'base64'))
  return markdownOf(doc)
}

let lastId = 0

/** Calls over a socket, and returns the answer. */
async function callOver(client: LiveClient, path: string, body: Record<string, unknown>, key?: string) {
  lastId += 1
  const call_id = lastId
  client.socket.send(JSON.stringify({ event: 'call', call_id, path, key, body }))
  const frame = await client.until(frame => frame.event === 'answer' && frame.call_id === call_id)
  return (frame as Extract<typeof frame, { event: 'answer' }>).reply as { status: number; code?: string; data: unknown }
}

describe('A change of a page that comes over the socket [D46]', () => {
  test('is stored before it is answered, in the shape of HTTP, and reaches who has the page open', async () => {
    const doc_id = await page('Lights on.')
    const [toms, mayas] = [await LiveClient.listening(tom), await LiveClient.listening(maya)]
    mayas.socket.send(JSON.stringify({ event: 'pages', doc_ids: [doc_id] }))
    await mayas.ping()
    const update = await saying(doc_id, 'Lights and heating on.')
    const reply = await callOver(toms, changePage.path, { doc_id, update })
    expect(reply).toEqual({ data: { seq: 1 }, status: 200, message: 'OK' })
    expect(await textOf(doc_id)).toBe('Lights and heating on.')
    expect(await mayas.until(({ event }) => event === 'page')).toMatchObject({ doc_id, seq: 1 })
  })

  test('happens once with the same key, whether it is repeated over the socket or over HTTP', async () => {
    const doc_id = await page('Lights on.')
    const update = await saying(doc_id, 'All lights on.')
    const ids = { organization_id: tom.organization_id, user_id: tom.user_id, origin_id: tom.user_id }
    const body = { doc_id, update, ...ids }
    const first = await callOver(await LiveClient.listening(tom), changePage.path, body, 'once')
    const again = await callOver(await LiveClient.listening(tom), changePage.path, body, 'once')
    expect(again).toEqual(first)
    expect(await tom.call(changePage, { doc_id, update }, { key: 'once' })).toEqual(first.data)
    expect(await textOf(doc_id)).toBe('All lights on.')
  })

  test('is refused as over HTTP: without the right to write, and for a page that is not there', async () => {
    const doc_id = await page('Secret.', 'private')
    const update = await saying(doc_id, 'Secret no more.')
    const client = await LiveClient.listening(tom)
    expect(await callOver(client, changePage.path, { doc_id, update })).toMatchObject({ status: 404 })
    await maya.call(grantAccess, { doc_id, grantee_kind: 'user', grantee_id: tom.user_id, level: 'viewer' })
    const refused = await callOver(client, changePage.path, { doc_id, update })
    await expect(tom.call(changePage, { doc_id, update })).rejects.toMatchObject({ code: refused.code, status: 403 })
    expect(await textOf(doc_id)).toBe('Secret.')
  })

  test('is refused in another organisation, and in the name of somebody else', async () => {
    const doc_id = await page('Lights on.')
    const update = await saying(doc_id, 'Taken over.')
    const theirs = await LiveClient.listening(stranger)
    expect(await callOver(theirs, changePage.path, { doc_id, update })).toMatchObject({ status: 404 })
    for (const claimed of [{ organization_id: maya.organization_id }, { user_id: maya.user_id }]) {
      const reply = await callOver(theirs, changePage.path, { doc_id, update, ...claimed })
      expect(reply).toMatchObject({ status: 403, code: 'request.identity_mismatch' })
    }
    expect(await textOf(doc_id)).toBe('Lights on.')
  })

  test('is refused with its issues when it is malformed', async () => {
    const client = await LiveClient.listening(tom)
    const reply = await callOver(client, changePage.path, { doc_id: 'seven', update: '' })
    expect(reply).toMatchObject({ status: 400, code: 'request.invalid' })
    expect(reply).toMatchObject({ issues: [{ path: 'doc_id' }, { path: 'update' }] })
  })

  test('is not made any more by somebody who was removed', async () => {
    const doc_id = await page('Lights on.')
    const update = await saying(doc_id, 'Written after the end.')
    const former = await server.person({ name: 'Ana Silva' })
    await maya.invites(former)
    const client = await LiveClient.listening(former)
    await maya.call(removeUser, { user_to_be_removed: former.user_id })
    client.socket.send(JSON.stringify({ event: 'call', call_id: 1, path: changePage.path, body: { doc_id, update } }))
    expect(await client.closed).toBe(4403)
    expect(client.frames.filter(({ event }) => event === 'answer')).toEqual([])
    expect(await textOf(doc_id)).toBe('Lights on.')
  })
})

describe('Calls over the socket', () => {
  test('are for endpoints alone that allow it', async () => {
    const { doc_id } = await maya.call(createDocument, { document_name: 'Log', document_type: 'logbook' })
    const client = await LiveClient.listening(maya)
    for (const path of [writeLog.path, '/nothing/here', '__proto__'])
      expect(await callOver(client, path, { doc_id, content: 'Hello.' })).toMatchObject({ code: 'route.not_found' })
  })

  test('that are nested deeper than any call are not read', async () => {
    const client = await LiveClient.listening(tom)
    const nested = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    client.socket.send(`{"event":"call","call_id":1,"path":"${changePage.path}","body":{"doc_id":${nested}}}`)
    expect(await client.ping()).toBe('pong')
    expect(await callOver(client, changePage.path, {})).toMatchObject({ code: 'request.invalid' })
    expect(client.frames.filter(({ event }) => event === 'answer')).toHaveLength(1)
  })

  test('count with those over HTTP: a person with too many is asked to wait, and another one is not [D10]', async () => {
    const busy = await openTestServer({ settings: { RATE_LIMIT: '30' } })
    const ana = await busy.person({ name: 'Ana Silva' })
    await ana.createOrganisation('Corner Shop')
    const leo = await busy.person({ name: 'Leo Brandt' })
    await ana.invites(leo)
    const [anas, leos] = [await LiveClient.listening(ana), await LiveClient.listening(leo)]
    const codes: unknown[] = []
    for (let nr = 0; nr < 30; nr += 1) codes.push((await callOver(anas, changePage.path, {})).code)
    expect(codes[0]).toBe('request.invalid')
    expect(codes.at(-1)).toBe('request.too_many')
    await expect(ana.call(createDocument, { document_name: 'Log', document_type: 'logbook' })).rejects.toMatchObject({
      code: 'request.too_many',
    })
    expect(await callOver(leos, changePage.path, {})).toMatchObject({ code: 'request.invalid' })
  })

  test('may come as fast as somebody types, and a flood of them closes the connection: 4429', async () => {
    const client = await LiveClient.listening(maya)
    for (let nr = 0; nr < 600; nr += 1)
      client.socket.send(JSON.stringify({ event: 'call', call_id: 1, path: '/nothing/here', body: {} }))
    expect(await client.ping()).toBe('pong')
    client.socket.send(JSON.stringify({ event: 'call', call_id: 1, path: '/nothing/here', body: {} }))
    await expect
      .poll(() => {
        server.clock.advance(2_000)
        return Promise.race([client.closed, null])
      })
      .toBe(4429)
  })
})
