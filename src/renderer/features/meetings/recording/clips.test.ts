import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settled } from '../../../platform/test-environment'
import { type Clip, recordClips } from './clips'

class FakeRecorder extends EventTarget {
  static all: FakeRecorder[] = []
  state: 'inactive' | 'recording' = 'inactive'
  mimeType = 'audio/webm'
  constructor() {
    super()
    FakeRecorder.all.push(this)
  }
  start() {
    this.state = 'recording'
  }
  stop() {
    this.state = 'inactive'
    const name = `clip ${FakeRecorder.all.indexOf(this)}`
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([name]) }))
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  FakeRecorder.all = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('clips follow each other without a gap; those in which nobody speaks are left out [D24]', async () => {
  const clips: Clip[] = []
  let loudness = 0.6
  const stream = new EventTarget() as MediaStream
  const stop = recordClips({ stream, mimeType: 'audio/webm', level: () => loudness, onClip: clip => clips.push(clip) })
  vi.advanceTimersByTime(6_000)
  expect(FakeRecorder.all.map(({ state }) => state)).toEqual(['inactive', 'recording'])
  loudness = 0.05
  vi.advanceTimersByTime(6_000)
  loudness = 0.6
  vi.advanceTimersByTime(1_000)
  stop()
  vi.advanceTimersByTime(60_000)
  await settled()
  expect(FakeRecorder.all.map(({ state }) => state)).toEqual(['inactive', 'inactive', 'inactive'])
  expect(clips.map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual(['clip 0', 'clip 2'])
})
