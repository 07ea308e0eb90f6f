import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectPrinted } from '#shared/testing/console'
import { openTab, tabSupport } from './tab-sound'

class FakeTrack extends EventTarget {
  isStopped = false
  constructor(readonly kind: 'audio' | 'video') {
    super()
  }
  stop() {
    this.isStopped = true
  }
}

/** What the person shared. */
class FakeStream {
  constructor(private tracks: FakeTrack[]) {}
  getTracks = () => this.tracks
  getVideoTracks = () => this.tracks.filter(({ kind }) => kind === 'video')
  getAudioTracks = () => this.tracks.filter(({ kind }) => kind === 'audio')
  removeTrack = (track: FakeTrack) => {
    this.tracks = this.tracks.filter(other => other !== track)
  }
}

const getDisplayMedia = vi.fn()
const failure = (name: string) => Object.assign(new Error(name), { name })
const onEnded = vi.fn()
let constraints: Record<string, boolean>

beforeEach(() => {
  constraints = { suppressLocalAudioPlayback: true }
  vi.stubGlobal('AudioContext', EventTarget)
  Object.assign(navigator, { mediaDevices: { getDisplayMedia, getSupportedConstraints: () => constraints } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  getDisplayMedia.mockReset()
  onEnded.mockReset()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

describe('The sound of a tab [D40]', () => {
  test('its picture is stopped at once and is no part of what is recorded', async () => {
    const [picture, sound] = [new FakeTrack('video'), new FakeTrack('audio')]
    getDisplayMedia.mockResolvedValue(new FakeStream([picture, sound]))
    const tab = await openTab(onEnded)
    expect(picture.isStopped).toBe(true)
    expect(tab.stream.getTracks()).toEqual([sound])
    expect(sound.isStopped).toBe(false)
    tab.stop()
    expect(sound.isStopped).toBe(true)
  })

  test('the end of the sharing is reported; ending it oneself is not', async () => {
    const sounds = [new FakeTrack('audio'), new FakeTrack('audio')]
    for (const sound of sounds) getDisplayMedia.mockResolvedValueOnce(new FakeStream([sound]))
    await openTab(onEnded)
    sounds[0]?.dispatchEvent(new Event('ended'))
    expect(onEnded).toHaveBeenCalledOnce()
    const second = await openTab(onEnded)
    second.stop()
    sounds[1]?.dispatchEvent(new Event('ended'))
    expect(onEnded).toHaveBeenCalledOnce()
  })

  test('a tab that is shared without its sound is let go, with the reason', async () => {
    const picture = new FakeTrack('video')
    getDisplayMedia.mockResolvedValue(new FakeStream([picture]))
    await expect(openTab(onEnded)).rejects.toMatchObject({ trouble: 'silent' })
    expect(picture.isStopped).toBe(true)
  })

  test('declining and a failing browser are told apart', async () => {
    getDisplayMedia.mockRejectedValueOnce(failure('NotAllowedError'))
    await expect(openTab(onEnded)).rejects.toMatchObject({ trouble: 'declined' })
    getDisplayMedia.mockRejectedValueOnce(failure('NotReadableError'))
    await expect(openTab(onEnded)).rejects.toMatchObject({ trouble: 'failed' })
    expectPrinted('The sound of a tab could not be opened.')
  })

  test('browsers that share pictures only, phones and the desktop app are known beforehand', () => {
    expect(tabSupport()).toBe('yes')
    constraints = {}
    expect(tabSupport()).toBe('browser')
    Object.assign(navigator, { mediaDevices: {} })
    expect(tabSupport()).toBe('none')
    vi.stubGlobal('wheelhouse', {})
    expect(tabSupport()).toBe('desktop')
  })
})
