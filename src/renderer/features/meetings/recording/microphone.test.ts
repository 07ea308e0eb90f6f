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

/** A recorder that gives its last piece when it is stopped, as browsers do. */
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
  test('gives its sound in pieces, in order, the last one after it was let go', async () => {
    const heard: string[] = []
    const microphone = await openMicrophone(null, () => undefined)
    expect(microphone.record(bytes => heard.push(new TextDecoder().decode(bytes)))).toBe('audio/webm;codecs=opus')
    FakeRecorder.last.give('one')
    FakeRecorder.last.give('two')
    const closed = microphone.close()
    expect(track.isStopped).toBe(true)
    await closed
    expect(heard).toEqual(['one', 'two', 'last'])
  })

  test('a microphone that is pulled out is told; one that was let go is not', async () => {
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
  ])('%s is told as %s', async (name, trouble) => {
    getUserMedia.mockRejectedValue(Object.assign(new Error(name), { name }))
    await expect(openMicrophone(null, () => undefined)).rejects.toMatchObject({ trouble })
  })

  test('the one that was chosen and is not there is replaced by another', async () => {
    getUserMedia.mockRejectedValueOnce(Object.assign(new Error('gone'), { name: 'OverconstrainedError' }))
    const microphone = await openMicrophone('gone', () => undefined)
    expect(microphone.device_id).toBe('desk')
    expect(getUserMedia).toHaveBeenCalledTimes(2)
  })

  test('a browser that cannot record says so', async () => {
    vi.unstubAllGlobals()
    await expect(openMicrophone(null, () => undefined)).rejects.toEqual(new NoMicrophone('unsupported'))
  })

  test('the microphones are listed without cameras and without those that have no name yet', async () => {
    expect(await microphones()).toEqual([{ id: 'desk', label: 'Desk microphone' }])
  })
})
