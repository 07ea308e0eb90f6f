import { beforeEach, describe, expect, test, vi } from 'vitest'
import { channelOf, pushOf } from '#shared/bridge-wire'
import { channels, pushes } from '#shared/contract/desktop'

const electron = vi.hoisted(() => ({
  exposed: {} as Record<string, object>,
  invoke: vi.fn(),
  on: vi.fn(),
  off: vi.fn(),
}))
vi.mock('electron', () => ({
  contextBridge: {
    exposeInMainWorld(name: string, what: object) {
      electron.exposed[name] = what
    },
  },
  ipcRenderer: { invoke: electron.invoke, on: electron.on, off: electron.off },
}))

type Exposed = Record<string, (input?: unknown) => Promise<unknown>> & {
  on: Record<string, (listener: (...heard: unknown[]) => void) => () => void>
}

async function expose(script: 'bridge' | 'pill', name: string): Promise<Exposed> {
  if (script === 'bridge') (await import('./bridge')).exposeBridge()
  else await import('./pill')
  expect(Object.keys(electron.exposed)).toEqual([name])
  return electron.exposed[name] as Exposed
}

beforeEach(() => {
  vi.resetModules()
  vi.resetAllMocks()
  electron.exposed = {}
})

describe('What the preload scripts expose to their pages (20)', () => {
  test('the app’s page gets a function for each channel and push of the contract, and nothing of Electron', async () => {
    const { on, ...methods } = await expose('bridge', 'wheelhouse')
    const forPill = ['pillChanged']
    expect(Object.keys(methods).sort()).toEqual(Object.keys(channels).sort())
    expect([...Object.keys(on), ...forPill].sort()).toEqual(Object.keys(pushes).sort())
    for (const exposed of [...Object.values(methods), ...Object.values(on)]) expect(exposed).toBeTypeOf('function')
  })

  test('the pill’s page gets Stop and its texts, and nothing else [D34]', async () => {
    const { on, ...methods } = await expose('pill', 'wheelhousePill')
    expect(Object.keys(methods)).toEqual(['stopCapture'])
    expect(Object.keys(on)).toEqual(['pillChanged'])
    electron.invoke.mockResolvedValue({ ok: true, value: 'stopped' })
    expect(await methods.stopCapture?.()).toBe('stopped')
    expect(electron.invoke).toHaveBeenCalledWith(channelOf('stopCapture'), undefined)
  })

  test('a listener receives the value and never the event, which could send anything, until it unsubscribes', async () => {
    const { on } = await expose('bridge', 'wheelhouse')
    const heard = vi.fn()
    const stop = on.feedStatus?.(heard)
    const [name, listener] = electron.on.mock.calls[0] ?? []
    expect(name).toBe(pushOf('feedStatus'))
    listener({ sender: 'everything' }, 'CONNECTED')
    expect(heard.mock.calls).toEqual([['CONNECTED']])
    stop?.()
    expect(electron.off).toHaveBeenCalledWith(name, listener)
  })

  test('an error is a plain value with its code', async () => {
    const { captureStatus } = await expose('bridge', 'wheelhouse')
    electron.invoke.mockResolvedValue({ ok: false, code: 'bridge.invalid', message: 'No.', stack: 'secret' })
    await expect(captureStatus?.()).rejects.toEqual({ code: 'bridge.invalid', message: 'No.' })
  })
})
