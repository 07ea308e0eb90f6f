import { describe, expect, test } from 'vitest'
import type { CaptureStatus } from '#shared/contract/desktop'
import { expectPrinted } from '#shared/testing/console'
import { settled, TestClock } from '../platform/test-clock'
import { Capture, type CapturePorts } from './capture'
import type { PermissionAnswer } from './permission'
import type { Request, StartFacts } from './state-machine'

const request = (id: string): Request => ({
  id,
  upload: { id, url: 'http://store.example/x', method: 'PUT', headers: {}, key: 'frames/x.jpg', expires_in: 60 },
})
const facts: StartFacts = {
  autoStart: true,
  openedByComputer: false,
  user_id: 7,
  hasAccessToken: true,
  organization_id: 3,
  consent: { agreed_at: '2026-05-04T08:00:00.000Z', start_with_computer: false },
}

function desk(changes: Partial<CapturePorts> = {}) {
  const done: string[] = []
  const seen: CaptureStatus[] = []
  const clock = new TestClock()
  const capture = new Capture({
    clock,
    grabber: {
      list: async () => [],
      hold: async () => ({ id: 'screen:1', name: 'Entire screen' }),
      grab: async () => Buffer.from('jpeg'),
      release: () => void done.push('released'),
    },
    facts: () => facts,
    checkPermission: async () => ({ granted: true }),
    askConsent: () => void done.push('asked for consent'),
    showIndicator: automatic => void done.push(automatic ? 'shown, started by itself' : 'shown'),
    hideIndicator: () => void done.push('hidden'),
    uploads: {
      async add({ id }, jpeg) {
        done.push(`upload ${id} ${jpeg}`)
        return true
      },
      set: may => void done.push(`uploads ${may}`),
    },
    tell: state => void done.push(`told ${state}`),
    rememberStop: stopped => void done.push(`remembered ${stopped}`),
    changed: status => void seen.push(status),
    ...changes,
  })
  return { capture, done, seen, clock }
}

async function sharing(changes: Partial<CapturePorts> = {}) {
  const it = desk(changes)
  it.capture.tell({ type: 'connected' })
  it.done.length = 0
  it.capture.start('person')
  await settled()
  return it
}

describe('Running capture [4.11, D32, D34]', () => {
  test('a request leads to one picture that is passed to the uploads, and the strip counts it', async () => {
    const { capture, done } = await sharing()
    done.length = 0
    expect(capture.status).toMatchObject({ state: 'sharing', sharing: 'sharing', what: 'Entire screen' })
    capture.request(request('a'))
    capture.request(request('a'))
    await settled()
    expect(done).toEqual(['upload a jpeg'])
    expect(capture.status.pictures_taken).toBe(1)
  })

  test('a stop is complete when it returns, without awaiting anything, and a picture in progress is dropped', async () => {
    const { capture, done } = await sharing()
    done.length = 0
    capture.request(request('a'))
    capture.tell({ type: 'stop' })
    expect(capture.status).toMatchObject({ state: 'stopped_by_hand', sharing: 'off', viewers: [] })
    expect(done).toEqual(['released', 'uploads be_dropped', 'hidden', 'told off', 'remembered true'])
    await settled()
    expect(done).toHaveLength(5)
  })

  test('viewers are shown while something is shared, and nobody afterwards', async () => {
    const { capture, seen } = await sharing()
    const tom = { user_id: 9, job_id: null, name: 'Tom', image: null, since: '2026-05-04T08:00:00.000Z' }
    capture.setViewers([tom])
    expect(seen.at(-1)?.viewers).toEqual([tom])
    capture.tell({ type: 'stop' })
    expect(seen.at(-1)?.viewers).toEqual([])
  })

  test('nothing is shared if the indicator cannot be shown [D34]', async () => {
    const { capture, done } = await sharing({
      showIndicator: () => {
        throw new Error('no tray')
      },
    })
    expect(capture.status.state).toBe('stopped_by_system')
    expect(done).not.toContain('told sharing')
    expect(done).not.toContain('uploads flow')
    capture.request(request('a'))
    await settled()
    expect(done.filter(entry => entry.startsWith('upload a'))).toEqual([])
    expectPrinted('The indicator could not be shown, so the screen is not shared. no tray')
  })

  test('a failed picture is reported, and the next successful one clears the report', async () => {
    let fails = true
    const { capture } = await sharing({
      grabber: {
        list: async () => [],
        hold: async () => ({ id: 's', name: 'Entire screen' }),
        grab: async () => {
          if (fails) throw new Error('nothing to see')
          return Buffer.from('jpeg')
        },
        release: () => undefined,
      },
    })
    capture.request(request('a'))
    await settled()
    expect(capture.status).toMatchObject({ state: 'sharing', trouble: 'capture_failed', pictures_taken: 0 })
    fails = false
    capture.request(request('b'))
    await settled()
    expect(capture.status).toMatchObject({ trouble: null, pictures_taken: 1 })
    expectPrinted('A picture could not be taken. nothing to see')
  })

  test('pictures without room in the queue are reported', async () => {
    const { capture } = await sharing({ uploads: { add: async () => false, set: () => undefined } })
    capture.request(request('a'))
    await settled()
    expect(capture.status.trouble).toBe('spool_full')
  })

  test('a source that the system returns after a stop changes nothing', async () => {
    let give = (_: { id: string; name: string }) => {}
    const { capture } = desk({
      grabber: {
        list: async () => [],
        hold: () =>
          new Promise(resolve => {
            give = resolve
          }),
        grab: async () => Buffer.from('jpeg'),
        release: () => undefined,
      },
    })
    capture.tell({ type: 'connected' })
    capture.start('person')
    await settled()
    capture.tell({ type: 'stop' })
    give({ id: 's', name: 'Entire screen' })
    await settled()
    expect(capture.status).toMatchObject({ state: 'stopped_by_hand', what: null })
  })

  test('a start reports its outcome, however long the system takes', async () => {
    let allow = (_: boolean) => {}
    const asked = () =>
      new Promise<PermissionAnswer>(resolve => {
        allow = granted => resolve(granted ? { granted } : { granted, trouble: 'permission_denied' })
      })
    const { capture } = desk({ checkPermission: asked })
    capture.start('person')
    const allowed = capture.begun()
    allow(true)
    expect(await allowed).toMatchObject({ state: 'starting' })
    capture.tell({ type: 'stop' })
    capture.start('person')
    const denied = capture.begun()
    allow(false)
    expect(await denied).toMatchObject({ state: 'permission', trouble: 'permission_denied' })
    capture.start('person')
    const stopped = capture.begun()
    capture.tell({ type: 'stop' })
    expect(await stopped).toMatchObject({ state: 'stopped_by_hand' })
  })

  test('missing permission and missing source have different codes', async () => {
    const denied = await sharing({ checkPermission: async () => ({ granted: false, trouble: 'permission_denied' }) })
    expect(denied.capture.status).toMatchObject({ state: 'permission', trouble: 'permission_denied' })
    const none = await sharing({
      grabber: { list: async () => [], hold: async () => null, grab: async () => Buffer.from(''), release: () => {} },
    })
    expect(none.capture.status).toMatchObject({ state: 'stopped_by_system', trouble: 'no_sources' })
  })

  test('an automatic start is marked as such', async () => {
    const { capture, done } = desk()
    capture.tell({ type: 'connected' })
    capture.start('itself')
    await settled()
    expect(done).toContain('shown, started by itself')
  })
})
