import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { expectPrinted } from '#shared/testing/console'
import { serveApp } from './app-protocol'
import { linkAmong, routeOfLink } from './deep-link'
import { placeWindow } from './window-state'

const folder = mkdtempSync(join(tmpdir(), 'app-'))
const root = join(folder, 'renderer')
mkdirSync(join(root, 'assets'), { recursive: true })
writeFileSync(join(root, 'index.html'), '<title>Wheelhouse</title>')
writeFileSync(join(root, 'assets/index.js'), 'export {}')
writeFileSync(join(root, 'assets/pdf.worker.mjs'), 'export {}')
writeFileSync(join(folder, 'secret.txt'), 'secret')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function app(server: string | null = 'https://w.example', answer = () => Response.json({ data: 1 })) {
  const asked: { url: string; init: RequestInit }[] = []
  const serve = serveApp({
    root,
    host: 'wheelhouse',
    server: () => server,
    policy: () => "default-src 'self'",
    async fetch(url, init) {
      asked.push({ url, init })
      return answer()
    },
  })
  return { serve, asked }
}
const html = { headers: { accept: 'text/html' } }

describe('The app’s own scheme', () => {
  test('serves the page with its policy, whatever plain path it is opened with [D12]', async () => {
    const { serve, asked } = app()
    for (const path of ['/', '/index.html', '/docs/3?log=5']) {
      const response = await serve(new Request(`app://wheelhouse${path}`, html))
      expect(await response.text()).toContain('Wheelhouse')
      expect(response.headers.get('content-security-policy')).toBe("default-src 'self'")
    }
    for (const name of ['index.js', 'pdf.worker.mjs']) {
      const script = await serve(new Request(`app://wheelhouse/assets/${name}`))
      expect(script.headers.get('content-type'), name).toContain('text/javascript')
    }
    expect(asked).toEqual([])
  })

  test('never serves a file outside the page’s folder', async () => {
    for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt', '/%00', '/%']) {
      const { serve } = app(null)
      const response = await serve(new Request(`app://wheelhouse${path}`))
      expect(response.status, path).toBe(503)
      expect(await response.text()).not.toContain('secret')
    }
    expect((await app().serve(new Request('app://other/index.html', html))).status).toBe(404)
  })

  test('forwards calls to the chosen server with the necessary headers and nothing else', async () => {
    const { serve, asked } = app('https://w.example', () =>
      Response.json({ data: 1 }, { status: 201, headers: { 'set-cookie': 'x=y', 'retry-after': '5' } }),
    )
    const response = await serve(
      new Request('app://wheelhouse/tasks/create?user_id=7', {
        method: 'POST',
        headers: { Authorization: 'Bearer t', 'Content-Type': 'application/json', 'X-Secret': 's', Cookie: 'c=d' },
        body: '{"a":1}',
      }),
    )
    expect(response.status).toBe(201)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('retry-after')).toBe('5')
    expect(asked[0]?.url).toBe('https://w.example/tasks/create?user_id=7')
    expect(asked[0]?.init.headers).toEqual({ authorization: 'Bearer t', 'content-type': 'application/json' })
    expect(await new Response(asked[0]?.init.body as ReadableStream).text()).toBe('{"a":1}')
  })

  test('forbids content sniffing, and execution of anything a server returns', async () => {
    const script = () => new Response('<script>alert(1)</script>', { headers: { 'content-type': 'text/html' } })
    const passedOn = await app('https://w.example', script).serve(new Request('app://wheelhouse/files/7'))
    const notChosen = await app(null).serve(new Request('app://wheelhouse/config'))
    const otherHost = await app().serve(new Request('app://other/index.html', html))
    for (const response of [passedOn, notChosen, otherHost]) {
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      )
    }
    const own = await app().serve(new Request('app://wheelhouse/assets/index.js'))
    expect(own.headers.get('x-content-type-options')).toBe('nosniff')
    expect(own.headers.get('content-security-policy')).toBe("default-src 'self'")
  })

  test('refuses calls without a server, and an unreachable server is a network error', async () => {
    expect(await (await app(null).serve(new Request('app://wheelhouse/config'))).json()).toMatchObject({
      code: 'server.not_chosen',
    })
    const away = app('https://w.example', () => {
      throw new Error('ECONNREFUSED')
    })
    expect((await away.serve(new Request('app://wheelhouse/config'))).type).toBe('error')
    expectPrinted('The server could not be reached. ECONNREFUSED')
  })
})

describe('Links from other programs', () => {
  test.each([
    ['wheelhouse://docs/3?log=5', '/docs/3?log=5'],
    ['wheelhouse:///feed', '/feed'],
    ['WHEELHOUSE://feed', '/feed'],
    ['wheelhouse://', '/'],
    ['wheelhouse:////evil.example/x', '/evil.example/x'],
    ['https://evil.example', null],
    ['wheelhouse://docs/<script>', null],
    ['wheelhouse://docs/\\\\evil', null],
    ['--hidden', null],
    [`wheelhouse://${'x'.repeat(2_000)}`, null],
  ])('%s leads to %s', (link, route) => expect(routeOfLink(link)).toBe(route))

  test('the link is found among the arguments of a second start', () => {
    expect(linkAmong(['/opt/wheelhouse', '--hidden', 'wheelhouse://feed'])).toBe('wheelhouse://feed')
    expect(linkAmong(['/opt/wheelhouse'])).toBeNull()
  })
})

describe('The position of the window', () => {
  const displays = [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }]
  const kept = { x: 100, y: 60, width: 1000, height: 700, isMaximized: false }

  test('is the last one, if that is on a display', () => {
    expect(placeWindow(kept, displays)).toEqual({ x: 100, y: 60, width: 1000, height: 700 })
    expect(placeWindow({ ...kept, x: 2500 }, displays)).toEqual({ width: 1000, height: 700 })
    expect(placeWindow({ ...kept, y: -600 }, displays)).toEqual({ width: 1000, height: 700 })
    expect(placeWindow(null, displays)).toEqual({ width: 1280, height: 840 })
  })
})
