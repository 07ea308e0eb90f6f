import { beforeAll, describe, expect, test } from 'vitest'
import { trackEvents } from '#shared/contract/profile/endpoints'
import { openTestServer, type TestServer } from '../../../../test/test-server'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})

const sendCode = (body: string) =>
  fetch(`${server.url}/user/authentication/otp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }).then(response => response.json() as Promise<{ status: number; code: string; issues?: unknown[] }>)

const nested = (depth: number, innermost: string) => `${'{"a":'.repeat(depth)}${innermost}${'}'.repeat(depth)}`
const email = '"email":"maya.okafor@ridgeway.example"'

describe('A body from an unauthenticated caller', () => {
  test('with 2,500 levels and all values at the bottom is refused before it is parsed', async () => {
    const values = `[${Array.from({ length: 300_000 }, () => '""').join(',')}]`
    const body = `{${email},"x":${nested(2_500, values)}}`
    expect(body.length).toBeGreaterThan(900_000)
    expect(await sendCode(body)).toMatchObject({ status: 400, code: 'request.too_complex' })
  })

  test.each([5_000, 100_000])('with %i levels is refused', async depth => {
    expect(await sendCode(`{${email},"x":${nested(depth, '1')}}`)).toMatchObject({
      status: 400,
      code: 'request.too_complex',
    })
    expect(await sendCode(`{${email},"x":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toMatchObject({
      status: 400,
      code: 'request.too_complex',
    })
  })

  test('with too many values is refused, even if it is flat', async () => {
    const values = Array.from({ length: 30_000 }, () => '1').join(',')
    expect(await sendCode(`{${email},"x":[${values}]}`)).toMatchObject({ status: 400, code: 'request.too_complex' })
  })

  test('is not considered nested because of brackets inside texts', async () => {
    const text = JSON.stringify(`${'[{"'.repeat(20_000)},,,\\${'\\"]'.repeat(20_000)}`)
    expect(await sendCode(`{${email},"x":${text}}`)).toMatchObject({ status: 200 })
    expect(await sendCode(`{${email},"x":${nested(20, '1')}}`)).toMatchObject({ status: 200 })
  })

  test('that sets a prototype is refused', async () => {
    expect(await sendCode(`{${email},"__proto__":{"a":1}}`)).toMatchObject({ status: 400, code: 'request.not_json' })
  })
})

test('At most a hundred issues are reported', async () => {
  const dev = await server.person({ name: 'Dev Patel' })
  const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`a${index}`, []]))
  const at = new Date(server.clock.now()).toISOString()
  const reply = await dev.reply(trackEvents, { events: [{ name: 'opened', at, properties: properties as never }] })
  expect(reply).toMatchObject({ status: 400, code: 'request.invalid' })
  expect(reply.issues).toHaveLength(100)
})

test('A field name that PostgreSQL cannot store is refused like such a text', async () => {
  const dev = await server.person({ name: 'Dev Patel' })
  const at = new Date(server.clock.now()).toISOString()
  for (const name of ['a\u0000b', 'a\ud800b']) {
    const reply = await dev.reply(trackEvents, { events: [{ name: 'opened', at, properties: { [name]: 1 } }] })
    expect(reply).toMatchObject({ status: 400, code: 'request.invalid', issues: [{ path: 'events.0.properties.?' }] })
  }
})

test('A list in a query cannot be nested without limit either', async () => {
  const maya = await server.person({ name: 'Maya Okafor' })
  const organization_id = await maya.createOrganisation('Ridgeway Cycles')
  const deep = encodeURIComponent(`${'['.repeat(2_000)}${']'.repeat(2_000)}`)
  const response = await fetch(
    `${server.url}/logs/byids?organization_id=${organization_id}&user_id=${maya.user_id}&doc_log_ids=${deep}`,
    { headers: { authorization: `Bearer ${maya.tokens?.IdToken}`, accept: 'application/json' } },
  )
  expect(await response.json()).toMatchObject({ status: 400, code: 'request.invalid' })
})
