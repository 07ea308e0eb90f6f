import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Session, WebContents } from 'electron'
import { describe, expect, test } from 'vitest'
import { guardContents, guardSession, outsideAddress } from './guard'
import { appOrigin, appPrivileges, isOwnAddress } from './origin'
import { contentSecurityPolicy } from './policy'
import { webPreferences } from './web-preferences'

const server = 'https://wheelhouse.example'

/**
 * The numbers are those of Electron's checklist. Item 19 and everything that only a package shows are in
 * e2e/electron/package.spec.ts.
 */
describe('Electron’s security checklist', () => {
  test('pages come from the package, and load nothing over plain HTTP except from a server without HTTPS (1)', () => {
    expect(appOrigin).toBe('app://wheelhouse')
    expect(appPrivileges).toEqual({ standard: true, secure: true, supportFetchAPI: true, stream: true })
    for (const chosen of [server, null]) expect(contentSecurityPolicy(chosen)).not.toMatch(/\b(http|ws):/)
    expect(contentSecurityPolicy('http://localhost:4780').match(/http:\S*/g)).toEqual(
      Array(3).fill(expect.stringMatching(/^http:\/\/localhost:4780;?$/)),
    )
  })

  test('Electron has the tested version, which still gets fixes (16)', () => {
    const versionIn = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
    const { electron } = versionIn('package.json').devDependencies
    expect(electron).toMatch(/^\d+\.\d+\.\d+$/)
    expect(versionIn('node_modules/electron/package.json').version).toBe(electron)
    expect(Number.parseInt(electron, 10)).toBeGreaterThanOrEqual(45)
  })

  test('pages have no Node, an isolated world, a sandbox and the web’s own rules (2–4, 6, 8–11)', () => {
    expect(webPreferences({ preload: '/x.cjs' })).toEqual({
      preload: '/x.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      enableBlinkFeatures: '',
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: true,
    })
  })

  test('no window can be opened with weaker settings', () => {
    const weaker = { preload: '/x.cjs', sandbox: false, nodeIntegration: true, contextIsolation: false }
    expect(webPreferences(weaker)).toMatchObject({ sandbox: true, nodeIntegration: false, contextIsolation: true })
  })

  test.each([
    ['app://wheelhouse/', true],
    ['app://wheelhouse/#/docs/3', true],
    ['app://wheelhouse.evil/', false],
    ['app://wheelhouse@evil/', false],
    ['https://wheelhouse/', false],
    ['file:///etc/passwd', false],
    ['about:blank', false],
    ['javascript:alert(1)', false],
    ['', false],
  ])('%s counts as the app’s own: %s (17)', (address, isOwn) => expect(isOwnAddress(address)).toBe(isOwn))

  test('the policy allows only the app’s own scripts, and calls only to the chosen server (7)', () => {
    const policy = contentSecurityPolicy(server)
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain(`connect-src 'self' ${server} wss://wheelhouse.example;`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe-eval|\*/)
    // A worker, which is a file of the app, parses PDFs; the app itself draws them.
    expect(policy).toContain("worker-src 'self';")
    expect(policy).toContain("frame-src 'none'")
    expect(contentSecurityPolicy(null)).toContain("connect-src 'self';")
  })

  test('permissions are refused, except writing to the clipboard, notifications, full screen and the microphone (5)', () => {
    type Request = Parameters<NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>>
    type Check = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>
    let request: ((...args: Request) => void) | null = null
    let check: Check | null = null
    let device: (() => boolean) | null = null
    guardSession({
      setPermissionRequestHandler: handler => {
        request = handler
      },
      setPermissionCheckHandler: handler => {
        check = handler
      },
      setDevicePermissionHandler: handler => {
        device = handler as () => boolean
      },
    })
    const ask = (
      permission: string,
      { url = 'app://wheelhouse/', isMainFrame = true, mediaTypes = ['audio'] } = {},
    ) => {
      let answer = false
      const contents = { getURL: () => url } as WebContents
      const details = { isMainFrame, mediaTypes, requestingUrl: url }
      request?.(
        contents,
        permission as Request[1],
        is => {
          answer = is
        },
        details as Request[3],
      )
      const checked = check?.(contents, permission as Request[1], url, {
        isMainFrame,
        mediaType: mediaTypes.join() as 'audio',
        requestingUrl: url,
      })
      expect(checked).toBe(answer)
      return answer
    }
    for (const good of ['clipboard-sanitized-write', 'fullscreen', 'notifications', 'media'])
      expect(ask(good), good).toBe(true)
    const bad = [
      'display-capture',
      'geolocation',
      'midi',
      'clipboard-read',
      'hid',
      'serial',
      'usb',
      'openExternal',
      'pointerLock',
    ]
    for (const permission of bad) expect(ask(permission), permission).toBe(false)
    expect(ask('media', { mediaTypes: ['video'] })).toBe(false)
    expect(ask('media', { mediaTypes: ['audio', 'video'] })).toBe(false)
    expect(ask('notifications', { url: 'https://evil.example/' })).toBe(false)
    expect(ask('notifications', { isMainFrame: false })).toBe(false)
    expect((device as (() => boolean) | null)?.()).toBe(false)
  })

  function page() {
    const contents = new EventEmitter()
    const opened: string[] = []
    let open: Parameters<WebContents['setWindowOpenHandler']>[0] | null = null
    guardContents(
      {
        on: contents.on.bind(contents) as WebContents['on'],
        setWindowOpenHandler: handler => {
          open = handler
        },
      },
      { openOutside: async address => void opened.push(address), server: () => server },
    )
    const go = (event: string, url: string) => {
      let isPrevented = false
      const preventDefault = () => {
        isPrevented = true
      }
      contents.emit(event, { url, preventDefault })
      return !isPrevented
    }
    const openWindow = (url: string) => open?.({ url } as Electron.HandlerDetails)
    return { go, openWindow, opened }
  }

  test('a page cannot navigate, in no frame, and embeds nothing (12, 13)', () => {
    const { go } = page()
    for (const event of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
      expect(go(event, 'app://wheelhouse/#/feed')).toBe(true)
      for (const url of ['https://evil.example/', 'file:///etc/passwd', 'data:text/html,x', 'app://other/'])
        expect(go(event, url), `${event} ${url}`).toBe(false)
    }
    expect(go('will-attach-webview', 'app://wheelhouse/')).toBe(false)
  })

  test('no window is opened; links open in the person’s browser, and only safe ones (14, 15)', () => {
    const { openWindow, opened } = page()
    for (const url of [
      'https://example.com/a?b',
      'file:///etc/passwd',
      'ms-settings:x',
      'smb://x/y',
      'app://wheelhouse/outbox',
    ])
      expect(openWindow(url)).toEqual({ action: 'deny' })
    expect(opened).toEqual(['https://example.com/a?b', `${server}/outbox`])
    expect(outsideAddress('mailto:maya@ridgeway.example', null)).toBe('mailto:maya@ridgeway.example')
    expect(outsideAddress('https://paypal.com@evil.example/', null)).toBeNull()
    expect(outsideAddress('javascript:alert(1)', server)).toBeNull()
  })
})
