import { EventEmitter } from 'node:events'
import type { Screen } from 'electron'
import { describe, expect, test, vi } from 'vitest'
import type { CaptureStatus, PillAppearance } from '#shared/contract/desktop'
import { settled, TestClock } from '../platform/test-clock'
import { sharing } from '../platform/test-sharing'
import { webPreferences } from '../security/web-preferences'
import { interpolate, languageOf, textsFor } from '../texts/texts'
import { pillAppearance } from './appearance'
import { Pill } from './pill'
import { pillSize, placePill, type Spot } from './place'
import { FakeWindow } from './test-window'

const wordsIn = (locale: string) => ({ texts: textsFor(locale), language: languageOf(locale), fill: interpolate })
const appearanceOf = (status: CaptureStatus, locale = 'en-GB') => pillAppearance(status, wordsIn(locale))

describe('The texts of the pill [D34]', () => {
  test('say that the screen is shared and who watches, jobs too', () => {
    expect(appearanceOf(sharing)).toMatchObject({
      title: 'Sharing',
      watching: 'Watching: Tom and Friday round-up (job)',
      watchers: 2,
      stopLabel: 'Stop sharing',
    })
    expect(appearanceOf({ ...sharing, viewers: [] })).toMatchObject({ watching: 'Nobody is watching', watchers: 0 })
  })

  test('differ for each state, and are empty while nothing is shared', () => {
    expect(appearanceOf({ ...sharing, sharing: 'paused' })?.title).toBe('Paused')
    const lost = appearanceOf({ ...sharing, sharing: 'reconnecting' })
    expect(lost).toMatchObject({ title: 'Not sending. Trying again.', watching: '', watchers: 0 })
    expect(appearanceOf({ ...sharing, sharing: 'off' })).toBeNull()
  })

  test('are in the person’s language', () => {
    expect(appearanceOf(sharing, 'de-AT')).toMatchObject({
      language: 'de',
      title: 'Wird geteilt',
      watching: 'Sieht zu: Tom und Friday round-up (Auftrag)',
    })
  })

  test.each(['en', 'de', 'es', 'hi'])('have the button’s label as part of its full name: %s', locale => {
    const look = appearanceOf(sharing, locale)
    expect(look?.stopLabel.toLowerCase()).toContain(look?.stop.toLowerCase())
  })
})

const area = { x: 0, y: 30, width: 1920, height: 1010 }
const right = { x: 1920, y: 0, width: 1280, height: 800 }

describe('The position of the pill', () => {
  test('is the lower left corner, until it is moved', () => {
    expect(placePill(null, [{ workArea: area }])).toEqual({ x: 24, y: 1040 - pillSize.height - 24 })
    expect(placePill({ x: 900, y: 40 }, [{ workArea: area }])).toEqual({ x: 900, y: 40 })
  })

  test('is always completely on a display, the nearest one', () => {
    const both = [{ workArea: area }, { workArea: right }]
    expect(placePill({ x: 2_000, y: 100 }, both)).toEqual({ x: 2_000, y: 100 })
    expect(placePill({ x: 2_000, y: 100 }, [{ workArea: area }])).toEqual({ x: 1920 - pillSize.width, y: 100 })
    expect(placePill({ x: -900, y: -900 }, both)).toEqual({ x: 0, y: 30 })
    expect(placePill({ x: 1_900, y: 790 }, both)).toEqual({ x: 1_920, y: 800 - pillSize.height })
  })
})

function desk() {
  const clock = new TestClock()
  const screen = new EventEmitter()
  const windows: FakeWindow[] = []
  const world = {
    canOpen: true,
    displays: [{ workArea: area }],
    kept: null as Spot | null,
    told: [] as PillAppearance[],
    lost: 0,
  }
  const pill = new Pill({
    create(options) {
      if (!world.canOpen) throw new Error('no window')
      const window = new FakeWindow(options)
      windows.push(window)
      return window.asWindow
    },
    screen: { getAllDisplays: () => world.displays as never, on: screen.on.bind(screen) as Screen['on'] },
    clock,
    webPreferences: webPreferences({ preload: '/pill.cjs' }),
    address: 'app://wheelhouse/pill.html',
    read: () => world.kept,
    write(spot) {
      world.kept = spot
    },
    tell: look => world.told.push(look),
    onLost: () => {
      world.lost += 1
    },
  })
  const latest = () => {
    const window = windows.at(-1)
    if (!window) throw new Error('There is no window.')
    return window
  }
  return { pill, clock, screen, windows, world, latest }
}
const look = appearanceOf(sharing) as PillAppearance

describe('The pill’s window [D34]', () => {
  test('is above all others without taking focus, and its page has the same restrictions as every page of the app', async () => {
    const { pill, latest, world } = desk()
    pill.show(look)
    expect(latest().options).toMatchObject({ frame: false, alwaysOnTop: true, closable: false, minimizable: false })
    expect(latest().options.webPreferences).toEqual(webPreferences({ preload: '/pill.cjs' }))
    expect(latest().done).toEqual([
      ...['on top true', 'everywhere true', 'shown without focus', 'loads app://wheelhouse/pill.html'],
    ])
    expect(world.told).toEqual([])
    latest().loaded.stands()
    await settled()
    expect(world.told).toEqual([look])
    pill.show({ ...look, title: 'Paused' })
    expect(world.told.at(-1)?.title).toBe('Paused')
  })

  test('cannot be closed; when the app hides it, it is destroyed', async () => {
    const { pill, latest, windows, world } = desk()
    pill.show(look)
    const preventDefault = vi.fn()
    latest().emit('close', { preventDefault })
    expect(preventDefault).toHaveBeenCalled()
    pill.hide()
    expect(latest().isGone).toBe(true)
    latest().loaded.stands()
    await settled()
    expect({ windows: windows.length, ...world }).toMatchObject({ windows: 1, told: [], lost: 0 })
  })

  test.each([
    ['its page breaks', (window: FakeWindow) => window.webContents.emit('render-process-gone')],
    ['the system takes it away', (window: FakeWindow) => window.destroy()],
  ])('returns when %s', async (_, breaks) => {
    const { pill, latest, windows, world } = desk()
    pill.show(look)
    latest().loaded.stands()
    await settled()
    breaks(latest())
    expect(windows).toHaveLength(2)
    latest().loaded.stands()
    await settled()
    expect(world).toMatchObject({ told: [look, look], lost: 0 })
  })

  test('that cannot be opened or drawn is reported, so that nothing is shared without it', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const none = desk()
    none.world.canOpen = false
    expect(() => none.pill.show(look)).toThrow('no window')
    const blank = desk()
    blank.pill.show(look)
    blank.latest().loaded.fails()
    await settled()
    expect({ windows: blank.windows.length, lost: blank.world.lost }).toEqual({ windows: 1, lost: 1 })
    expect(blank.latest().isGone).toBe(true)
    const broken = desk()
    broken.pill.show(look)
    broken.latest().loaded.stands()
    await settled()
    broken.world.canOpen = false
    broken.latest().destroy()
    expect(broken.world.lost).toBe(1)
    log.mockRestore()
  })

  test('is kept on the screen after it was moved, and opens there the next time', async () => {
    const { pill, latest, clock, world } = desk()
    pill.show(look)
    latest().setPosition(5_000, 500)
    latest().setPosition(6_000, 600)
    expect(world.kept).toBeNull()
    await clock.pass(1_000)
    expect(latest().bounds).toMatchObject({ x: 1920 - pillSize.width, y: 600 })
    expect(world.kept).toEqual({ x: 1920 - pillSize.width, y: 600 })
    pill.hide()
    pill.show(look)
    expect(latest().bounds).toMatchObject({ x: 1920 - pillSize.width, y: 600 })
    expect(clock.waiting).toBe(0)
  })

  test('moves to another display when its own is disconnected', () => {
    const { pill, latest, screen, world } = desk()
    world.displays = [{ workArea: area }, { workArea: right }]
    world.kept = { x: 2_400, y: 50 }
    pill.show(look)
    world.displays = [{ workArea: area }]
    screen.emit('display-removed')
    expect(latest().bounds).toMatchObject({ x: 1920 - pillSize.width, y: 50 })
  })
})
