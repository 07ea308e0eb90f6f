import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { CaptureStatus, PillAppearance } from '#shared/contract/desktop'
import { Capture } from '../capture/capture'
import { pillAppearance } from '../pill/appearance'
import { Pill } from '../pill/pill'
import { FakeWindow } from '../pill/test-window'
import { settled, TestClock } from '../platform/test-clock'
import { en } from '../texts/en'
import { interpolate } from '../texts/texts'
import { Indicator } from './indicator'

const sharing: CaptureStatus = {
  state: 'sharing',
  sharing: 'sharing',
  what: 'Entire screen',
  since: '2026-05-04T08:00:00.000Z',
  pictures_taken: 9,
  viewers: [],
  trouble: null,
}
const look = (status: CaptureStatus) => pillAppearance(status, { texts: en, language: 'en', fill: interpolate })

describe('The indicator of sharing outside the window [D34]', () => {
  function place() {
    const world = { isSeen: true, tray: '', pill: null as string | null, canShow: true, lost: 0 }
    const indicator = new Indicator({
      tray: {
        update(status) {
          world.tray = status.sharing
        },
      },
      pill: {
        show(said: PillAppearance) {
          if (!world.canShow) throw new Error('no window')
          world.pill = said.title
        },
        hide() {
          world.pill = null
        },
      },
      look,
      isWindowSeen: () => world.isSeen,
      onLost: () => {
        world.lost += 1
      },
    })
    const seen = (is: boolean) => {
      world.isSeen = is
      indicator.windowChanged()
    }
    return { world, indicator, seen }
  }

  test('is always the tray, and the pill while the window is hidden, in every state until sharing ends', () => {
    const { world, indicator, seen } = place()
    indicator.update(sharing)
    expect(world).toMatchObject({ tray: 'sharing', pill: null })
    seen(false)
    expect(world.pill).toBe('Sharing')
    indicator.update({ ...sharing, state: 'paused', sharing: 'paused' })
    expect(world).toMatchObject({ tray: 'paused', pill: 'Paused' })
    indicator.update({ ...sharing, state: 'reconnecting', sharing: 'reconnecting' })
    expect(world.pill).toBe('Not sending. Trying again.')
    seen(true)
    expect(world.pill).toBeNull()
    seen(false)
    indicator.update({ ...sharing, state: 'stopped_by_hand', sharing: 'off' })
    expect(world).toMatchObject({ tray: 'off', pill: null, lost: 0 })
  })

  test('throws if it cannot be shown at the start, and reports if it cannot be shown any more', () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const { world, indicator, seen } = place()
    world.canShow = false
    indicator.show(sharing)
    seen(false)
    expect(world.lost).toBe(1)
    expect(() => indicator.show(sharing)).toThrow('no window')
    log.mockRestore()
  })
})

const steps = [
  ...['start', 'connected', 'disconnected', 'request', 'pause', 'resume', 'stop', 'ends'],
  ...[
    'hide',
    'show',
    'pill breaks',
    'pill stands',
    'pill fails',
    'no windows',
    'windows again',
    'no tray',
    'tray again',
  ],
] as const
type Step = (typeof steps)[number]
/** Most paths begin while sharing; random ones would rarely get there. */
const untilSharing: Step[] = ['connected', 'start', 'request']
const untilHidden: Step[] = [...untilSharing, 'hide', 'pill stands', 'request']

/** The parts as in the app, on a computer whose windows and trays can fail. */
function computer() {
  const world = {
    isSeen: true,
    canOpen: true,
    hasTray: true,
    tray: 'off',
    windows: [] as FakeWindow[],
    shown: [] as boolean[],
  }
  const clock = new TestClock()
  const isShown = () => {
    const window = world.windows.at(-1)
    return world.tray !== 'off' && (world.isSeen || (window !== undefined && !window.isGone))
  }
  const pill = new Pill({
    create(options) {
      if (!world.canOpen) throw new Error('no window')
      const window = new FakeWindow(options)
      world.windows.push(window)
      return window.asWindow
    },
    screen: { getAllDisplays: () => [], on: () => undefined as never },
    clock,
    webPreferences: {},
    address: 'app://wheelhouse/pill.html',
    read: () => null,
    write: () => undefined,
    tell: () => undefined,
    onLost: () => capture.tell({ type: 'ended_by_system' }),
  })
  const indicator = new Indicator({
    tray: {
      update(status) {
        if (!world.hasTray) throw new Error('no tray')
        world.tray = status.sharing
      },
    },
    pill,
    look,
    isWindowSeen: () => world.isSeen,
    onLost: () => capture.tell({ type: 'ended_by_system' }),
  })
  const capture: Capture = new Capture({
    clock,
    grabber: {
      list: async () => [],
      hold: async () => ({ id: 'screen:1', name: 'Entire screen' }),
      async grab() {
        world.shown.push(isShown())
        return Buffer.from('jpeg')
      },
      release: () => undefined,
    },
    facts: () => ({
      ...{ autoStart: true, openedByComputer: false, user_id: 7, hasAccessToken: true, organization_id: 3 },
      consent: { agreed_at: '2026-05-04T08:00:00.000Z', start_with_computer: true },
    }),
    checkPermission: async () => ({ granted: true }),
    askConsent: () => undefined,
    showIndicator: () => indicator.show(capture.status),
    hideIndicator: () => undefined,
    uploads: {
      async add() {
        world.shown.push(isShown())
        return true
      },
      set: () => undefined,
    },
    tell: () => undefined,
    rememberStop: () => undefined,
    changed: status => indicator.update(status),
  })
  let requests = 0
  const see = (is: boolean) => {
    world.isSeen = is
    indicator.windowChanged()
  }
  const grant = {
    url: 'http://store.example/x',
    method: 'PUT' as const,
    headers: {},
    key: 'frames/x.jpg',
    expires_in: 60,
  }
  const does: Record<Step, () => void> = {
    start: () => capture.start('person'),
    connected: () => capture.tell({ type: 'connected' }),
    disconnected: () => capture.tell({ type: 'disconnected' }),
    request() {
      requests += 1
      const id = String(requests)
      capture.request({ id, upload: { id, ...grant } })
    },
    pause: () => capture.tell({ type: 'pause' }),
    resume: () => capture.tell({ type: 'resume' }),
    stop: () => capture.tell({ type: 'stop' }),
    ends: () => capture.tell({ type: 'ended_by_system' }),
    hide: () => see(false),
    show: () => see(true),
    'pill breaks': () => world.windows.at(-1)?.destroy(),
    'pill stands': () => world.windows.at(-1)?.loaded.stands(),
    'pill fails': () => world.windows.at(-1)?.loaded.fails(),
    'no windows': () => {
      world.canOpen = false
    },
    'windows again': () => {
      world.canOpen = true
    },
    'no tray': () => {
      world.hasTray = false
    },
    'tray again': () => {
      world.hasTray = true
    },
  }
  return { world, capture, does }
}

describe('Capture with its indicator, whatever happens to window, pill and tray [D34]', () => {
  test('on no path is a picture taken or sent unless the tray shows it, and the strip or the pill as well', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    let [taken, takenHidden] = [0, 0]
    const anyStep = fc.constantFrom(...steps)
    const begin = fc.constantFrom([], untilSharing, untilHidden, ['hide' as const, ...untilSharing])
    const path = fc.array(fc.oneof(anyStep, fc.constant<Step>('request')), { maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(begin, path, async (first, rest) => {
        const { world, does } = computer()
        for (const step of [...first, ...rest]) {
          const before = world.shown.length
          does[step]()
          await settled()
          if (world.shown.length > before && !world.isSeen) takenHidden += 1
        }
        taken += world.shown.length
        expect(world.shown).not.toContain(false)
      }),
      { numRuns: 400 },
    )
    expect(taken).toBeGreaterThan(200)
    expect(takenHidden).toBeGreaterThan(100)
    log.mockRestore()
  })

  test('a pill that cannot be shown when the window is hidden ends sharing', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const { world, capture, does } = computer()
    for (const step of [...untilSharing, 'no windows', 'hide'] as const) {
      does[step]()
      await settled()
    }
    expect(capture.status).toMatchObject({ state: 'stopped_by_system', sharing: 'off' })
    const before = world.shown.length
    does.request()
    await settled()
    expect(world.shown).toHaveLength(before)
    log.mockRestore()
  })
})
