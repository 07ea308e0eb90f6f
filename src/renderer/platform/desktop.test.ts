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
  test('is not there in the web build', () => {
    expect(desktop()).toBeNull()
  })

  test('is the same one for everybody who asks', () => {
    const { bridge } = inDesktopApp()
    expect(desktop()).toBe(bridge)
  })

  test('passes questions and answers on', async () => {
    const { app, bridge } = inDesktopApp({ startCapture: () => ({ ...notSharing, state: 'starting' }) })
    await expect(bridge.startCapture({ source_id: 'screen:1' })).resolves.toMatchObject({ state: 'starting' })
    expect(app.askedOn('startCapture')).toEqual([{ source_id: 'screen:1' }])
  })

  test('refuses an answer that is not the contract’s', async () => {
    const { bridge } = inDesktopApp({ captureStatus: () => ({ state: 'somewhere' }) })
    await expect(bridge.captureStatus()).rejects.toThrow()
  })

  test('hands pushes over until nobody listens any more, and leaves out what is not the contract’s', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const { app, bridge } = inDesktopApp()
    const heard: string[] = []
    const stop = bridge.on.feedStatus(status => heard.push(status))
    app.push('feedStatus', 'CONNECTED')
    app.push('feedStatus', 'SOMEWHERE')
    app.push('feedStatus', 'RECONNECTING')
    await eventually(() => expect(heard).toHaveLength(2))
    stop()
    app.push('feedStatus', 'DISCONNECTED')
    expect(heard).toEqual(['CONNECTED', 'RECONNECTING'])
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })
})
