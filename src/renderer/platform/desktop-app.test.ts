import { afterEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '#shared/testing/eventually'
import { serverOrigin, startDesktopApp } from './desktop-app'
import { FakeDesktop } from './test-desktop'

afterEach(() => {
  vi.unstubAllGlobals()
  location.hash = ''
})

const info = (server: string | null) => ({ version: '1.0.0', platform: 'linux', server })

describe('The page', () => {
  test('in a browser talks to the server it was loaded from', async () => {
    await startDesktopApp()
    expect(serverOrigin()).toBe(location.origin)
  })

  test('in the desktop app talks to the chosen server, and follows links [1.8b]', async () => {
    const app = new FakeDesktop({ appInfo: () => info('https://wheelhouse.example/') })
    vi.stubGlobal('wheelhouse', app.bridge)
    await startDesktopApp()
    expect(serverOrigin()).toBe('https://wheelhouse.example')
    app.push('linkOpened', '/docs/7')
    await eventually(() => expect(location.hash).toBe('#/docs/7'))
  })

  test('also starts when the desktop app does not answer', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.stubGlobal('wheelhouse', new FakeDesktop().bridge)
    await expect(startDesktopApp()).resolves.toBeUndefined()
    expect(logged).toHaveBeenCalled()
    logged.mockRestore()
  })
})
