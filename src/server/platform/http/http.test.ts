import { beforeAll, describe, expect, test } from 'vitest'
import { createOrganisation, listOrganisations, updateOrganisation } from '#shared/contract/organisations/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'

let server: TestServer
let maya: Actor

beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}${path}`, { headers, method })

describe('Idempotency keys', () => {
  test('a repeated write changes nothing and returns the first answer', async () => {
    const input = { organization_name: 'Northport Freight' }
    const first = await maya.call(createOrganisation, input, { key: 'create-1' })
    const again = await maya.call(createOrganisation, input, { key: 'create-1' })
    expect(again).toEqual(first)
    const all = await maya.call(listOrganisations, {})
    expect(all.filter(organisation => organisation.organization_name === 'Northport Freight')).toHaveLength(1)
  })

  test('ten at the same time are one write', async () => {
    const input = { organization_name: 'Tidewater Rowing Club' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => maya.call(createOrganisation, input, { key: 'create-2' })),
    )
    expect(new Set(answers.map(answer => answer.organization_id)).size).toBe(1)
  })

  test('the key of another request is refused', async () => {
    await expect(
      maya.call(createOrganisation, { organization_name: 'Another' }, { key: 'create-1' }),
    ).rejects.toMatchObject({
      status: 409,
      code: 'request.key_reused',
    })
  })

  test('a refused write leaves its key free for the corrected one', async () => {
    await expect(
      maya.call(createOrganisation, { organization_name: '   ' }, { key: 'create-3' }),
    ).rejects.toMatchObject({ status: 400 })
    await maya.call(createOrganisation, { organization_name: 'Mended' }, { key: 'create-3' })
  })
})

describe('Malformed requests', () => {
  const post = (body: string, type = 'application/json') =>
    fetch(`${server.url}/organization/create?user_id=${maya.user_id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${maya.tokens?.IdToken}`, 'content-type': type },
      body,
    }).then(response => response.json() as Promise<{ status: number; code: string }>)

  test('invalid JSON, an unsupported content type, a body that is too large', async () => {
    expect(await post('{"organization_name":')).toMatchObject({ status: 400, code: 'request.not_json' })
    expect(await post('name=x', 'application/x-www-form-urlencoded')).toMatchObject({
      status: 415,
      code: 'request.unsupported_type',
    })
    expect(await post(`{"organization_name":"${'x'.repeat(1_100_000)}"}`)).toMatchObject({
      status: 413,
      code: 'request.too_large',
    })
  })

  test('wrong types are refused by name, unknown fields are ignored [7.1]', async () => {
    const wrong = await maya.reply(updateOrganisation, { updated_organization_name: 7 } as never)
    expect(wrong).toMatchObject({ status: 400, issues: [{ path: 'updated_organization_name' }] })
    await maya.call(updateOrganisation, { updated_organization_name: 'Ridgeway Cycles', nonsense: true } as never)
  })

  test('text that PostgreSQL cannot store is refused by name, and nothing breaks', async () => {
    for (const updated_organization_name of ['a\u0000b', 'a\ud800b']) {
      expect(await maya.reply(updateOrganisation, { updated_organization_name })).toMatchObject({
        status: 400,
        code: 'request.invalid',
        issues: [{ path: 'updated_organization_name' }],
      })
    }
  })

  test.each(['user_id', 'origin_id'])(
    'a %s in the body that disagrees with the query is refused [7.1b]',
    async name => {
      const response = await fetch(`${server.url}/organization/get?user_id=${maya.user_id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${maya.tokens?.IdToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ [name]: maya.user_id + 1 }),
      })
      expect(await response.json()).toMatchObject({ status: 403, code: 'request.identity_mismatch' })
    },
  )
})

describe('Operations [D39, 7.3]', () => {
  test('live, ready, measured', async () => {
    expect(await (await get('/healthcheck')).json()).toMatchObject({ status: 200, data: { live: true } })
    expect(await (await get('/readycheck')).json()).toMatchObject({ data: { database: true, objects: true } })
    const metrics = await (await get('/metrics')).text()
    expect(metrics).toContain('wheelhouse_request_seconds_bucket')
    expect(metrics).not.toContain('ridgeway')
  })

  test('unknown paths answer JSON to programs and the app to browsers', async () => {
    const program = await get('/no/such/path', { accept: 'application/json' })
    expect(program.status).toBe(404)
    expect(await program.json()).toMatchObject({ code: 'route.not_found' })
    const browser = await get('/no/such/path', { accept: 'text/html,application/json;q=0.5' })
    expect(browser.headers.get('content-type')).not.toContain('application/json')
  })

  test.each(['*/*', 'application/json', 'image/*', ''])('the home page answers whoever accepts “%s”', async accept => {
    const response = await get('/', { accept })
    // Tests run without a built app, and the page says so.
    expect(await response.text()).toContain('The app is not built')
    expect((await get('/', { accept }, 'HEAD')).status).toBe(response.status)
    expect(await (await get('/no/such/path', { accept })).json()).toMatchObject({ code: 'route.not_found' })
  })

  test('the API description has each path once, and the paths for monitoring [7.3]', async () => {
    const { paths } = (await (await get('/openapi.json')).json()) as {
      paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>
    }
    const shapes = Object.keys(paths).map(path => path.replace(/\{\w+\}/g, '{}'))
    expect(shapes.filter((shape, place) => shapes.indexOf(shape) !== place)).toEqual([])
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/healthcheck', '/readycheck', '/metrics']))
    // All operations of a path use the same names for its parameters, as the path does.
    for (const [path, operations] of Object.entries(paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const { parameters = [] } of Object.values(operations))
        expect(parameters.filter(parameter => parameter.in === 'path').map(parameter => parameter.name)).toEqual(named)
    }
  })

  test('the contract is served as OpenAPI 3.1 and as a page', async () => {
    const openApi = (await (await get('/openapi.json')).json()) as { openapi: string; paths: Record<string, unknown> }
    expect(openApi.openapi).toBe('3.1.0')
    expect(Object.keys(openApi.paths)).toContain('/logs/{doc_id}')
    const page = await (await get('/docs/api', { accept: 'text/html' })).text()
    expect(page).toContain('/organization/create')
    expect(page).not.toContain('<script')
  })

  test('the API description says which errors carry data, and its shape [D18]', async () => {
    interface Described {
      components: {
        schemas: { Error: { properties: { data: { anyOf: { title?: string; type: string; properties?: object }[] } } } }
      }
    }
    const { components } = (await (await get('/openapi.json')).json()) as Described
    const [nothing, ...some] = components.schemas.Error.properties.data.anyOf
    expect(nothing).toEqual({ type: 'null' })
    expect(some).toContainEqual(
      expect.objectContaining({
        title: 'document.stale',
        properties: { current: expect.anything(), sent: expect.anything() },
      }),
    )
  })

  test('the API description says where a body is bytes, and where it is files [7.15]', async () => {
    interface Described {
      paths: Record<
        string,
        Record<string, { parameters: { name: string; in: string }[]; requestBody: { content: object } }>
      >
    }
    const { paths } = (await (await get('/openapi.json')).json()) as Described
    const part = paths['/attachments/upload/{file_id}/{part}']?.put
    expect(Object.keys(part?.requestBody.content ?? {})).toEqual(['application/octet-stream'])
    expect(part?.parameters.filter(parameter => parameter.in === 'path').map(parameter => parameter.name)).toEqual([
      'file_id',
      'part',
    ])
    const files = paths['/attachments/upload']?.post?.requestBody.content
    expect(files).toMatchObject({
      'multipart/form-data': {
        schema: { properties: { files: { type: 'array' }, batch_id: {} }, required: ['files'] },
      },
    })
  })

  test('the API description says where guests may call, and how [7.11]', async () => {
    interface Described {
      components: { securitySchemes: Record<string, object> }
      paths: Record<string, Record<string, { security?: object[]; parameters: { name: string; required: boolean }[] }>>
    }
    const { components, paths } = (await (await get('/openapi.json')).json()) as Described
    expect(components.securitySchemes).toMatchObject({
      guest_id: { type: 'apiKey', in: 'query', name: 'guest_id' },
      guest_token: { type: 'apiKey', in: 'query', name: 'guest_token' },
    })
    const asGuest = { guest_id: [], guest_token: [] }
    expect(paths['/mate/send']?.post?.security).toEqual([{ bearer: [] }, asGuest])
    expect(paths['/guest-diarization/status_info']?.post?.security).toEqual([asGuest])
    expect(paths['/notes/list']?.post?.security).toEqual([{ bearer: [] }])
    expect(paths['/guest/register']?.post?.security).toBeUndefined()
    const needed = (path: string) =>
      paths[path]?.post?.parameters.find(parameter => parameter.name === 'organization_id')?.required
    expect([needed('/mate/send'), needed('/notes/list')]).toEqual([false, true])
    const page = await (await get('/docs/api', { accept: 'text/html' })).text()
    expect(page).toContain('Member of the organisation; or guest')
    expect(page).toContain('<p>Guest</p>')
  })

  test('the API description says where a call can return a file [7.14c]', async () => {
    interface Described {
      paths: Record<
        string,
        Record<string, { responses: Record<string, { content: Record<string, { schema: object }> }> }>
      >
    }
    const { paths } = (await (await get('/openapi.json')).json()) as Described
    const content = paths['/logs/{doc_id}']?.get?.responses['200']?.content ?? {}
    expect(Object.keys(content)).toEqual(['application/json', 'text/csv', 'application/pdf'])
    expect(content['application/json']?.schema).toMatchObject({
      anyOf: [{ required: ['data', 'status', 'message'] }, {}],
    })
    expect(content['application/pdf']?.schema).toMatchObject({ contentMediaType: 'application/pdf' })
  })

  test('pages run only scripts that are files of this server', async () => {
    const policy = (await get('/healthcheck')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })

  test('the outbox is only available on this computer [D10]', async () => {
    expect((await get('/outbox.json')).status).toBe(200)
    expect((await get('/outbox.json', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404)
    const page = await (await get('/outbox', { accept: 'text/html' })).text()
    expect(page).toContain('maya.okafor@ridgeway.example')
    expect(page).toMatch(/<time datetime="[\d-]+T[^"]+Z">\w{3}, \d{1,2} \w+ \d{4}(,| at) \d{2}:\d{2}:\d{2} UTC<\/time>/)
  })
})

test('a caller with too many calls is asked to wait [D10]', async () => {
  const busy = await openTestServer({ settings: { RATE_LIMIT: '20' } })
  const stranger = busy.stranger()
  const statuses = await Promise.all(
    Array.from({ length: 30 }, () =>
      fetch(`${busy.url}/healthcheck`, { headers: { 'x-forwarded-for': stranger.ip } }).then(
        response => response.status,
      ),
    ),
  )
  expect(statuses.filter(status => status === 200)).toHaveLength(20)
  const refused = await fetch(`${busy.url}/healthcheck`, { headers: { 'x-forwarded-for': stranger.ip } })
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await refused.json()).toMatchObject({ status: 429, code: 'request.too_many' })
})
