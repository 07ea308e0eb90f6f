import type { IpcMain } from 'electron'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BridgeReply, channelOf } from '#shared/bridge-wire'
import { type CaptureStatus, type Channels, channels } from '#shared/contract/desktop'
import { expectPrinted } from '#shared/testing/console'
import { BridgeFailure, type Handlers, handleChannels } from './handle'
import { createPush } from './push'

const own = 'app://wheelhouse/#/chat'
const ownFrame = { url: own, parent: null }
/** Electron's ids of the web contents of the two windows. */
const [page, pill] = [1, 2]
const isOwn = (url: string) => url.startsWith('app://wheelhouse/')
const off: CaptureStatus = {
  state: 'off',
  sharing: 'off',
  what: null,
  since: null,
  pictures_taken: 0,
  viewers: [],
  trouble: null,
}
const refused = { enabled: false, refused: true }
const consent = { agreed_at: null, start_with_computer: false }

type Asked = (event: unknown, ...args: unknown[]) => Promise<BridgeReply>

function bridge(changes: Partial<Handlers> = {}) {
  const heard: [string, unknown][] = []
  const note =
    <T>(name: string, answer: T) =>
    (input: unknown) => {
      heard.push([name, input])
      return answer
    }
  const handlers: Handlers = {
    appInfo: note('appInfo', { version: '1.0.0', platform: 'linux', server: null }),
    setServer: note('setServer', { ok: false, reason: 'unreachable' } as const),
    setSession: note('setSession', undefined),
    freshTokens: note('freshTokens', null),
    captureStatus: note('captureStatus', off),
    captureSources: note('captureSources', []),
    startCapture: note('startCapture', off),
    pauseCapture: note('pauseCapture', off),
    resumeCapture: note('resumeCapture', off),
    stopCapture: note('stopCapture', off),
    readConsent: note('readConsent', consent),
    giveConsent: note('giveConsent', consent),
    withdrawConsent: note('withdrawConsent', consent),
    screenPermission: note('screenPermission', 'unknown' as const),
    openScreenSettings: note('openScreenSettings', undefined),
    autoLaunch: note('autoLaunch', refused),
    setAutoLaunch: note('setAutoLaunch', refused),
    autoStart: note('autoStart', { enabled: true }),
    setAutoStart: note('setAutoStart', { enabled: true }),
    feedStatus: note('feedStatus', 'DISCONNECTED' as const),
    watch: note('watch', undefined),
    follow: note('follow', undefined),
    unwatch: note('unwatch', undefined),
    controlOtherComputers: note('controlOtherComputers', undefined),
    signInWithGoogle: note('signInWithGoogle', { outcome: 'cancelled' } as const),
    cancelGoogle: note('cancelGoogle', undefined),
    notify: note('notify', undefined),
    setBadge: note('setBadge', undefined),
    ...changes,
  }
  const registered = new Map<string, Asked>()
  const ipcMain: Pick<IpcMain, 'handle'> = {
    handle: (name, listener) => void registered.set(name, listener as Asked),
  }
  handleChannels(ipcMain, handlers, { isOwn, isPill: id => id === pill })
  const askFrom =
    (id: number) =>
    (method: keyof Channels, args: unknown[], senderFrame: unknown = ownFrame) =>
      registered.get(channelOf(method))?.({ senderFrame, sender: { id } }, ...args) ??
      Promise.reject(new Error('nobody answers'))
  return { ask: askFrom(page), askFromPill: askFrom(pill), heard, registered }
}

describe('The bridge between page and main process [0.5f]', () => {
  test('every channel of the contract has a handler, and there is no other', () => {
    const { registered } = bridge()
    expect([...registered.keys()].sort()).toEqual((Object.keys(channels) as (keyof Channels)[]).map(channelOf).sort())
  })

  test('requests of the contract are answered', async () => {
    const { ask, heard } = bridge()
    expect(await ask('captureStatus', [])).toEqual({ ok: true, value: off })
    expect(await ask('setServer', ['wheelhouse.example'])).toMatchObject({ ok: true })
    expect(heard).toEqual([
      ['captureStatus', undefined],
      ['setServer', 'wheelhouse.example'],
    ])
  })

  test('frames within a page, other origins and closed pages may call nothing (17)', async () => {
    const { ask, heard } = bridge()
    const strangers = [
      null,
      { url: own, parent: { url: own } },
      { url: 'https://evil.example/', parent: null },
      { url: 'app://wheelhouse.evil/', parent: null },
      { url: 'file:///tmp/x.html', parent: null },
      { url: '', parent: null },
    ]
    for (const senderFrame of strangers)
      expect(await ask('stopCapture', [], senderFrame)).toMatchObject({ ok: false, code: 'bridge.not_allowed' })
    expect(heard).toEqual([])
  })

  test('the pill’s contents may stop sharing and call nothing else, whatever page they show [D34] (17)', async () => {
    const { askFromPill, ask, heard } = bridge()
    const pages = [{ url: 'app://wheelhouse/pill.html', parent: null }, ownFrame]
    for (const frame of pages) {
      for (const method of (Object.keys(channels) as (keyof Channels)[]).filter(other => other !== 'stopCapture'))
        expect(await askFromPill(method, [], frame), method).toMatchObject({ ok: false, code: 'bridge.not_allowed' })
      expect(await askFromPill('stopCapture', [], frame)).toEqual({ ok: true, value: off })
    }
    expect(await askFromPill('stopCapture', [], { url: own, parent: ownFrame })).toMatchObject({ ok: false })
    expect(await ask('captureStatus', [])).toEqual({ ok: true, value: off })
    expect(heard.map(([name]) => name)).toEqual(['stopCapture', 'stopCapture', 'captureStatus'])
  })

  test('failures have a stable code; internal details are not revealed', async () => {
    const { ask } = bridge({
      freshTokens: () => {
        throw new BridgeFailure('network.failed', 'The server could not be reached.')
      },
      autoLaunch: () => {
        throw new Error('secret path /home/maya')
      },
      captureStatus: () => ({ ...off, state: 'dancing' }) as never,
    })
    expect(await ask('freshTokens', [{ force: false }])).toEqual({
      ok: false,
      code: 'network.failed',
      message: 'The server could not be reached.',
    })
    const inside = { ok: false, code: 'bridge.failed', message: 'Something went wrong on this computer.' }
    expect(await ask('autoLaunch', [])).toEqual(inside)
    expect(await ask('captureStatus', [])).toEqual(inside)
    expectPrinted('autoLaunch failed. secret path /home/maya')
    expectPrinted('The reply to captureStatus does not match the contract')
  })

  test('100,000 arbitrary messages: each gets a reply of the bridge, none gets past the contract', async () => {
    const { ask, heard } = bridge()
    const methods = Object.keys(channels) as (keyof Channels)[]
    const nearly = fc.record(
      {
        force: fc.anything(),
        source_id: fc.anything(),
        organization_id: fc.oneof(fc.integer(), fc.anything()),
        start_with_computer: fc.oneof(fc.boolean(), fc.anything()),
        enabled: fc.oneof(fc.boolean(), fc.anything()),
        kind: fc.constantFrom('screen', 'camera', 'mind'),
        user_id: fc.oneof(fc.integer(), fc.anything()),
        title: fc.string(),
        body: fc.string(),
        path: fc.string(),
      },
      { requiredKeys: [] },
    )
    const message = fc.tuple(
      fc.constantFrom(...methods),
      fc.array(fc.oneof(nearly, fc.anything()), { maxLength: 2 }),
      fc.oneof(
        { weight: 4, arbitrary: fc.constant({ url: own, parent: null }) },
        fc.record({ url: fc.webUrl(), parent: fc.constant(null) }),
      ),
    )
    const count = { answered: 0, refused: 0 }
    const wrong: unknown[] = []
    const messages = fc.sample(message, { numRuns: 100_000, seed: 20260504 })
    for (const [method, args, frame] of messages) {
      const before = heard.length
      const reply = await ask(method, args, frame)
      const isGood = frame.url === own && args.length < 2 && channels[method].input.safeParse(args[0]).success
      const isRight = reply.ok || reply.code === (frame.url === own ? 'bridge.invalid' : 'bridge.not_allowed')
      if (reply.ok !== isGood || heard.length - before !== (isGood ? 1 : 0) || !isRight)
        wrong.push([method, args, reply])
      count[reply.ok ? 'answered' : 'refused'] += 1
    }
    expect(wrong).toEqual([])
    expect(count.answered + count.refused).toBe(100_000)
    expect(Math.min(count.answered, count.refused)).toBeGreaterThan(1_000)
  })
})

describe('Pushes of the main process', () => {
  test("go to the app's own page only, in the shape of the contract", () => {
    const sent: unknown[] = []
    let url = own
    const push = createPush(
      () => ({ send: (...what) => sent.push(what), isDestroyed: () => false, getURL: () => url }),
      isOwn,
    )
    push('captureChanged', off)
    push('feedStatus', 'CONNECTED')
    push('linkOpened', 'x'.repeat(2_001))
    url = 'https://evil.example/'
    push('feedStatus', 'DISCONNECTED')
    expect(sent).toEqual([
      ['wheelhouse:on:captureChanged', off],
      ['wheelhouse:on:feedStatus', 'CONNECTED'],
    ])
    expectPrinted('The push linkOpened does not match the contract')
  })
})
