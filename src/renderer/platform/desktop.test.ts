import { afterEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '#shared/testing/eventually'
import { desktop } from './desktop'
import { FakeDesktop, notSharing } from './test-desktop'

afterEach(() => vi.unstubAllGlobals())

function inDesktopApp(answers: ConstructorParameters<typeof FakeDesktop>[0] = {}) {
  const app = new FakeDesktop(answers)
  vi.stubGlobal('wheelhouse', app.bridge)
  const bridge = desktop()
  if (!bridge) throw new Error('The bridge was not found.')
  return { app, bridge }
}

describe('The desktop bridge [0.5f]', () => {
  test('does not exist in the web build', () => {
    expect(desktop()).toBeNull()
  })

  test('is the same object for every caller', () => {
    const { bridge } = inDesktopApp()
    expect(desktop()).toBe(bridge)
  })

  test('passes calls and answers on', async () => {
    const { app, bridge } = inDesktopApp({ startCapture: () => ({ ...notSharing, state: 'starting' }) })
    await expect(bridge.startCapture({ source_id: 'screen:1' })).resolves.toMatchObject({ state: 'starting' })
    expect(app.callsOn('startCapture')).toEqual([{ source_id: 'screen:1' }])
  })

  test('rejects an answer that breaks the contract', async () => {
    const { bridge } = inDesktopApp({ captureStatus: () => ({ state: 'somewhere' }) })
    await expect(bridge.captureStatus()).rejects.toThrow()
  })

  test('delivers pushes until the listener unsubscribes, and drops those that break the contract', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const { app, bridge } = inDesktopApp()
    const received: string[] = []
    const stop = bridge.on.feedStatus(status => received.push(status))
    app.push('feedStatus', 'CONNECTED')
    app.push('feedStatus', 'SOMEWHERE')
    app.push('feedStatus', 'RECONNECTING')
    await eventually(() => expect(received).toHaveLength(2))
    stop()
    app.push('feedStatus', 'DISCONNECTED')
    expect(received).toEqual(['CONNECTED', 'RECONNECTING'])
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })
})
