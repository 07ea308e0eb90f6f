import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../../test/test-server'

const page = '<!doctype html><title>Wheelhouse</title>'
let folder: string
let server: TestServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wheelhouse-app-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'index.html.br'), brotliCompressSync(page))
  await writeFile(join(folder, 'index.html.gz'), gzipSync(page))
  await writeFile(join(folder, 'assets/first-1a2b3c4d.js'), 'export {}')
  server = await openTestServer({ settings: { RATE_LIMIT: '20' }, webFolder: folder })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })

describe('The page of the app', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
  ])('a browser that accepts %s gets it as built, in %s', async (accepted, encoding) => {
    const answer = await get('/', { 'accept-encoding': accepted, accept: 'text/html' })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(await answer.text()).toBe(page)
  })

  test('browsers may cache its files for ever, because their names contain a hash', async () => {
    const answer = await get('/assets/first-1a2b3c4d.js')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  test.each(['/assets/gone-1a2b3c4d.js', '/assets/..%2Findex.html', '/assets/'])(
    '%s is not a file of it',
    async path => {
      const answer = await get(path)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ data: null, message: 'Nothing exists at this address.' })
    },
  )

  test('devices that store all files for offline use do not exhaust the rate limit of their address', async () => {
    const headers = { 'x-forwarded-for': '10.1.2.3' }
    const files = await Promise.all(Array.from({ length: 60 }, () => get('/assets/first-1a2b3c4d.js', headers)))
    expect(files.filter(({ status }) => status === 200)).toHaveLength(60)
    expect((await get('/healthcheck', headers)).status).toBe(200)
  })
})
