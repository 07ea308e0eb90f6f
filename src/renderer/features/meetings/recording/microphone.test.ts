import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { settled } from '../../../platform/test-environment'
import { microphones, NoMicrophone, openMicrophone } from './microphone'

class FakeTrack extends EventTarget {
  label = 'Desk microphone'
  isStopped = false
  getSettings = () => ({ deviceId: 'desk' })
  stop() {
    this.isStopped = true
  }
}

/** A recorder that delivers its last piece when it is stopped, as browsers do. */
class FakeRecorder extends EventTarget {
  static isTypeSupported = (type: string) => type.startsWith('audio/webm')
  static last: FakeRecorder
  state: 'inactive' | 'recording' | 'paused' = 'inactive'
  readonly mimeType: string
  constructor(_: unknown, { mimeType }: { mimeType: string }) {
    super()
    this.mimeType = mimeType
    FakeRecorder.last = this
  }
  start() {
    this.state = 'recording'
  }
  pause() {
    this.state = 'paused'
  }
  resume() {
    this.state = 'recording'
  }
  give(text: string) {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([text]) }))
  }
  stop() {
    this.state = 'inactive'
    queueMicrotask(() => {
      this.give('last')
      this.dispatchEvent(new Event('stop'))
    })
  }
}

let track: FakeTrack
const getUserMedia = vi.fn()

beforeEach(() => {
  track = new FakeTrack()
  getUserMedia.mockImplementation(() => Promise.resolve({ getAudioTracks: () => [track], getTracks: () => [track] }))
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  Object.assign(navigator, {
    mediaDevices: {
      getUserMedia,
      enumerateDevices: () =>
        Promise.resolve([
          { kind: 'audioinput', deviceId: 'desk', label: 'Desk microphone' },
          { kind: 'videoinput', deviceId: 'cam', label: 'Camera' },
          { kind: 'audioinput', deviceId: '', label: '' },
        ]),
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  getUserMedia.mockReset()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

describe('The microphone of a browser [D40]', () => {
  test('delivers its sound in pieces, in order, the last one after its release', async () => {
    const received: string[] = []
    const microphone = await openMicrophone(null, () => undefined)
    expect(microphone.record(bytes => received.push(new TextDecoder().decode(bytes)))).toBe('audio/webm;codecs=opus')
    FakeRecorder.last.give('one')
    FakeRecorder.last.give('two')
    const closed = microphone.close()
    expect(track.isStopped).toBe(true)
    await closed
    expect(received).toEqual(['one', 'two', 'last'])
  })

  test('unplugging a microphone is reported; releasing it is not', async () => {
    const lost = vi.fn()
    const microphone = await openMicrophone(null, lost)
    track.dispatchEvent(new Event('ended'))
    expect(lost).toHaveBeenCalledOnce()
    await microphone.close()
    track.dispatchEvent(new Event('ended'))
    await settled()
    expect(lost).toHaveBeenCalledOnce()
  })

  test.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'busy'],
  ])('%s is reported as %s', async (name, trouble) => {
    getUserMedia.mockRejectedValue(Object.assign(new Error(name), { name }))
    await expect(openMicrophone(null, () => undefined)).rejects.toMatchObject({ trouble })
  })

  test('a chosen microphone that is missing is replaced by another', async () => {
    getUserMedia.mockRejectedValueOnce(Object.assign(new Error('gone'), { name: 'OverconstrainedError' }))
    const microphone = await openMicrophone('gone', () => undefined)
    expect(microphone.device_id).toBe('desk')
    expect(getUserMedia).toHaveBeenCalledTimes(2)
  })

  test('a browser that cannot record says so', async () => {
    vi.unstubAllGlobals()
    await expect(openMicrophone(null, () => undefined)).rejects.toEqual(new NoMicrophone('unsupported'))
  })

  test('the list of microphones leaves out cameras and devices without a name', async () => {
    expect(await microphones()).toEqual([{ id: 'desk', label: 'Desk microphone' }])
  })
})
