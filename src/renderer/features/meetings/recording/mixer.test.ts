import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMixer } from './mixer'

/** A node of an audio graph that knows what it feeds. */
class FakeNode {
  outputs = new Set<FakeNode>()
  constructor(readonly input: unknown = null) {}
  connect(to: FakeNode) {
    this.outputs.add(to)
  }
  disconnect() {
    this.outputs.clear()
  }
}

class FakeTrack {
  isStopped = false
  stop() {
    this.isStopped = true
  }
}

const track = new FakeTrack()
const nodes: FakeNode[] = []
const sum = Object.assign(new FakeNode(), { stream: { getTracks: () => [track] } })
const node = (input?: unknown) => {
  const made = new FakeNode(input)
  nodes.push(made)
  return made
}
const context = {
  createMediaStreamDestination: () => sum,
  createDynamicsCompressor: () => node(),
  createMediaStreamSource: (stream: unknown) => node(stream),
  resume: vi.fn(() => Promise.resolve()),
  close: vi.fn(() => Promise.resolve()),
}
const AudioContextDouble = vi.fn(function AudioContextDouble() {
  return context
})

/** The streams that reach the recorded stream. */
const heard = () =>
  nodes.filter(({ input, outputs }) => input && [...outputs].some(to => to.outputs.has(sum))).map(({ input }) => input)

beforeEach(() => vi.stubGlobal('AudioContext', AudioContextDouble))
afterEach(() => {
  vi.unstubAllGlobals()
  nodes.splice(0)
})

describe('Mixing the microphone with the sound of a tab [D40]', () => {
  test('the recorded stream stays the same while the other sound comes and goes', () => {
    const [microphone, tab, other] = [new EventTarget(), new EventTarget(), new EventTarget()] as MediaStream[]
    if (!microphone || !tab || !other) throw new Error('A stream is missing.')
    const mixer = createMixer(new AudioContext(), microphone)
    const { stream } = mixer
    expect(heard()).toEqual([microphone])
    mixer.mix(tab)
    expect(heard()).toEqual([microphone, tab])
    mixer.mix(other)
    expect(heard()).toEqual([microphone, other])
    mixer.mix(null)
    expect(heard()).toEqual([microphone])
    expect(mixer.stream).toBe(stream)
    expect(context.resume).toHaveBeenCalled()
    mixer.close()
    expect(track.isStopped).toBe(true)
    expect(context.close).toHaveBeenCalled()
  })
})
