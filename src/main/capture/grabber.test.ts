import type { SourcesOptions } from 'electron'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectPrinted } from '#shared/testing/console'
import { chooseSource, frameSize } from './grabber'
import { type HiddenWindow, PersistentStream } from './persistent-stream'
import { Thumbnails } from './thumbnails'

const picture = (content: string) => ({
  isEmpty: () => content === '',
  toDataURL: () => `data:image/png;base64,${content}`,
  toJPEG: (quality: number) => Buffer.from(`${content} at ${quality}`),
})
const source = (id: string, name: string, content = 'pixels', display_id = '') => ({
  id,
  name,
  display_id,
  thumbnail: picture(content),
})
const display = (id: number, width: number, height: number, scaleFactor = 1) =>
  ({ id, size: { width, height }, scaleFactor }) as Electron.Display

describe('Choosing what to share [0.5a, 5.8]', () => {
  test('the one named like the entire screen is selected, otherwise the first; without any, none [5.8a, 5.8b]', () => {
    const screens = [
      source('screen:1', 'Screen 1'),
      source('screen:2', 'Entire screen'),
      source('screen:3', 'Screen 2'),
    ]
    expect(chooseSource(screens)?.id).toBe('screen:2')
    expect(chooseSource([source('screen:1', 'Screen 1'), source('screen:3', 'Screen 2')])?.id).toBe('screen:1')
    expect(chooseSource([])).toBeNull()
  })

  test('a chosen one that no longer exists is not replaced by another, because nobody agreed to that', () => {
    expect(chooseSource([source('screen:1', 'Entire screen')], 'window:9')).toBeNull()
  })
})

describe('The size of a picture [9.6a]', () => {
  test.each([
    [1920, 1080, 1, 1920, 1080],
    [1280, 720, 2, 2560, 1440],
    [7680, 4320, 1, 4000, 2250],
    [1024, 768, 1, 1280, 960],
    [800, 480, 1, 1280, 768],
    [5120, 1440, 1, 4000, 1125],
  ])('a display of %i × %i at scale %i gives %i × %i', (width, height, scale, w, h) => {
    expect(frameSize(display(1, width, height, scale))).toEqual({ width: w, height: h })
  })

  test('for every display, the picture is within the limits', () => {
    const side = fc.integer({ min: 100, max: 20_000 })
    fc.assert(
      fc.property(side, side, fc.constantFrom(1, 1.25, 1.5, 2, 3), (width, height, scale) => {
        const size = frameSize(display(1, width, height, scale))
        expect(size.width >= 1280 && size.width <= 4000 && size.height >= 720 && size.height <= 4000).toBe(true)
      }),
    )
  })
})

describe('Pictures from thumbnails [D32]', () => {
  function desk(sources = [source('screen:1', 'Entire screen', 'desk', '11'), source('window:5', 'Stock sheet')]) {
    const asked: SourcesOptions[] = []
    const desk = { sources, hold: null as Promise<void> | null }
    const grabber = new Thumbnails({
      capturer: {
        async getSources(options) {
          asked.push(options)
          await desk.hold
          return desk.sources.filter(candidate => options.types.some(type => candidate.id.startsWith(type)))
        },
      },
      screen: {
        getAllDisplays: () => [display(10, 1280, 1024), display(11, 2560, 1440)],
        getPrimaryDisplay: () => display(10, 1280, 1024),
      },
    })
    return { grabber, asked, desk }
  }

  test('by default the entire screen is captured as a JPEG of quality 0.4 in the size of its display [0.5d, 7.27a, 9.6b]', async () => {
    const { grabber, asked } = desk()
    expect(await grabber.hold(undefined)).toEqual({ id: 'screen:1', name: 'Entire screen' })
    expect((await grabber.grab()).toString()).toBe('desk at 40')
    expect(asked.at(-1)).toEqual({ types: ['screen'], thumbnailSize: { width: 2560, height: 1440 } })
  })

  test('only the chosen window is captured', async () => {
    const { grabber, asked } = desk()
    await grabber.hold('window:5')
    expect((await grabber.grab()).toString()).toBe('pixels at 40')
    expect(asked.every(({ types }) => types.join() === 'window')).toBe(true)
  })

  test('an empty picture, a missing source, and a released one are failures', async () => {
    const { grabber, desk: now } = desk()
    await expect(grabber.grab()).rejects.toThrow('No source is held')
    await grabber.hold('window:5')
    now.sources = [source('window:5', 'Stock sheet', '')]
    await expect(grabber.grab()).rejects.toThrow('no picture')
    now.sources = []
    await expect(grabber.grab()).rejects.toThrow('no picture')
    expect(await grabber.hold(undefined)).toBeNull()
  })

  test('a result of the system after the source was released is ignored', async () => {
    const { grabber, desk: now } = desk()
    await grabber.hold(undefined)
    let go = () => {}
    now.hold = new Promise(resolve => {
      go = resolve
    })
    const grabbed = grabber.grab()
    grabber.release()
    go()
    await expect(grabbed).rejects.toThrow('released')
  })
})

describe('Pictures from a held stream, as on Wayland', () => {
  function wayland(picks: { id: string; name: string }[] | Error = [{ id: 'screen:w', name: 'Entire screen' }]) {
    const world = { asked: 0, windows: 0, ended: 0, endStream: () => {}, destroyed: 0, opens: true }
    type Handler = Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0]
    let handler: Handler = null
    const open = (): HiddenWindow => {
      world.windows += 1
      let isDestroyed = false
      return {
        loadURL: async () => undefined,
        isDestroyed: () => isDestroyed,
        destroy() {
          isDestroyed = true
          world.destroyed += 1
        },
        webContents: {
          executeJavaScript(script: string) {
            if (script.includes('getDisplayMedia')) {
              return new Promise((resolve, reject) => {
                handler?.({} as Electron.DisplayMediaRequestHandlerHandlerRequest, streams =>
                  world.opens && streams && 'video' in streams && streams.video
                    ? resolve(undefined)
                    : reject(new Error('NotAllowedError')),
                )
              })
            }
            if (script.includes('ended.then'))
              return new Promise(resolve => {
                world.endStream = () => resolve(true)
              })
            return Promise.resolve(Buffer.from('jpeg').toString('base64'))
          },
        },
      }
    }
    const grabber = new PersistentStream({
      page: 'app://wheelhouse/empty.html',
      openWindow: open,
      session: {
        setDisplayMediaRequestHandler(next) {
          handler = next
        },
      },
      async pick() {
        world.asked += 1
        if (picks instanceof Error) throw picks
        return picks
      },
      onEnded() {
        world.ended += 1
      },
    })
    return { grabber, world }
  }

  test('the person is asked once, and every picture is drawn from that stream', async () => {
    const { grabber, world } = wayland()
    expect(await grabber.hold()).toEqual({ id: 'screen:w', name: 'Entire screen' })
    for (let n = 0; n < 5; n += 1) expect((await grabber.grab()).toString()).toBe('jpeg')
    await grabber.hold()
    expect(world).toMatchObject({ asked: 1, windows: 1 })
  })

  test('closing the dialog shares nothing, and leaves no window behind', async () => {
    for (const picks of [[], new Error('cancelled')]) {
      const { grabber, world } = wayland(picks)
      expect(await grabber.hold()).toBeNull()
      expect(world.destroyed).toBe(1)
      await expect(grabber.grab()).rejects.toThrow('No source is held')
    }
    expectPrinted('Error starting screen capture: NotAllowedError')
    expectPrinted('Error starting screen capture: cancelled')
    expectPrinted('Error starting screen capture: NotAllowedError')
  })

  test('a stream that is allowed but cannot be opened is not shared', async () => {
    const { grabber, world } = wayland()
    world.opens = false
    expect(await grabber.hold()).toBeNull()
    expect(world.destroyed).toBe(1)
    expectPrinted('Error starting screen capture: NotAllowedError')
  })

  test('a stream that the system ends is reported [4.11c]; a released one is not', async () => {
    const { grabber, world } = wayland()
    await grabber.hold()
    world.endStream()
    await Promise.resolve()
    expect(world.ended).toBe(1)
    const other = wayland()
    await other.grabber.hold()
    other.grabber.release()
    other.world.endStream()
    await Promise.resolve()
    expect(other.world).toMatchObject({ ended: 0, destroyed: 1 })
  })
})
