import { beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '#shared/contract/audit/endpoints'
import { createDocument, listDocuments, listReaders } from '#shared/contract/documents/endpoints'
import { listVersions, readVersion, replaceContent, restoreVersion } from '#shared/contract/documents/versions'
import type { Endpoint } from '#shared/contract/endpoint'
import { readLogs, searchLogs } from '#shared/contract/logs/endpoints'
import { readSide } from '#shared/contract/logs/side'
import { listInvites } from '#shared/contract/organisations/invites'
import { trackEvents } from '#shared/contract/profile/endpoints'
import { search } from '#shared/contract/search/endpoints'
import { listFrames } from '#shared/contract/sources/endpoints'
import { listOwnFrames } from '#shared/contract/sources/own-frames'
import type { Actor } from '../../../../test/actor'
import { openTestServer } from '../../../../test/test-server'

let maya: Actor
let doc_id: number

beforeAll(async () => {
  const server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
  doc_id = (await maya.call(createDocument, { document_name: 'Workshop', document_type: 'logbook' })).doc_id
})

const refused = { status: 400, code: 'request.invalid' }
const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url')
const call = (endpoint: Endpoint, fields: Record<string, unknown>) => maya.reply(endpoint, { doc_id, ...fields })

describe.each(['0000-01-01T00:00:00Z', '0000-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])(
  'The instant %s, which is in no calendar, is refused',
  at => {
    const on = at.slice(0, 10)
    test.each<[string, Endpoint, (at: string) => object]>([
      ['in the audit', readAudit, at => ({ from: at })],
      ['as the end of an export', readLogs, at => ({ type: 'csv', start_time: '2026-05-11T08:00:00Z', end_time: at })],
      ['in earlier pictures', listFrames, at => ({ source: { kind: 'screen', user_id: 1 }, from: at })],
      ['in own pictures', listOwnFrames, at => ({ to: at })],
      ['in the search', search, at => ({ query: 'brakes', from: at })],
      ['in the search for logs', searchLogs, at => ({ to: at })],
      ['in analytics', trackEvents, at => ({ events: [{ name: 'opened', at }] })],
    ])('%s', async (_name, endpoint, fields) => {
      expect(await call(endpoint, fields(at) as Record<string, unknown>)).toMatchObject(refused)
    })

    test('as the day of a timeline and of its side panel', async () => {
      expect(await call(readLogs, { on })).toMatchObject(refused)
      expect(await call(readSide, { on })).toMatchObject(refused)
    })
  },
)

test('The first and the last day of the calendar are accepted in every zone', async () => {
  for (const on of ['0001-01-02', '0001-01-03', '9999-12-28', '9999-12-29']) {
    expect(await call(readLogs, { on })).toMatchObject({ status: 200 })
    expect(await call(readSide, { on })).toMatchObject({ status: 200 })
    expect(await call(searchLogs, { from: `${on}T00:00:00Z` })).toMatchObject({ status: 200 })
  }
})

test.each([2_147_483_648, Number.MAX_SAFE_INTEGER, -1, 1.5])(
  'The version %d, which no counter reaches, is refused',
  async version => {
    expect(await call(readVersion, { version })).toMatchObject(refused)
    expect(await call(replaceContent, { version, content: '' })).toMatchObject(refused)
    expect(await call(restoreVersion, { version, current: 0 })).toMatchObject(refused)
    expect(await call(listVersions, { cursor: cursor({ version }) })).toMatchObject(refused)
  },
)

test('A cursor with contents that no list produced is refused', async () => {
  const at = '2026-05-11T08:00:00.000Z'
  expect(await call(listReaders, { cursor: cursor({ name: 'a\0b', user_id: 1 }) })).toMatchObject(refused)
  expect(await call(listReaders, { cursor: cursor({ name: '\ud800', user_id: 1 }) })).toMatchObject(refused)
  expect(await call(listReaders, { cursor: cursor({ name: 'a', user_id: 2 ** 63 }) })).toMatchObject(refused)
  expect(await call(listDocuments, { cursor: cursor({ at: '0000-01-01T00:00:00Z', id: 1 }) })).toMatchObject(refused)
  expect(
    await call(listDocuments, { cursor: cursor({ at: at.replace('000Z', `${'1'.repeat(200)}Z`), id: 1 }) }),
  ).toMatchObject(refused)
  expect(await call(listInvites, { cursor: cursor(-1) })).toMatchObject(refused)
})

test('Ids that are objects belong to nobody', async () => {
  for (const name of ['organization_id', 'user_id', 'origin_id']) {
    const { organization_id, user_id } = maya
    const response = await fetch(`${maya.server.url}/notes/list`, {
      method: 'POST',
      headers: { authorization: `Bearer ${maya.tokens?.IdToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ organization_id, user_id, origin_id: user_id, [name]: { toString: 1, valueOf: 1 } }),
    })
    expect(await response.json()).toMatchObject({ status: 403, code: 'request.identity_mismatch' })
  }
})
