/** Sums sounds into one stream, from which a recorder makes one file. */
export interface Mixer {
  readonly stream: MediaStream
  /** Replaces the second sound; null leaves the microphone alone. */
  mix(sound: MediaStream | null): void
  close(): void
}

/**
 * Mixes a microphone with another sound. The stream of the result stays the same when the other sound comes and goes,
 * so that the recorder goes on. `context` is closed together with the mixer.
 */
export function createMixer(context: AudioContext, microphone: MediaStream): Mixer {
  const sum = context.createMediaStreamDestination()
  // Two loud voices at once would exceed the range of the samples.
  const limiter = context.createDynamicsCompressor()
  limiter.connect(sum)
  context.createMediaStreamSource(microphone).connect(limiter)
  // Created after a press, but a browser may still start it suspended, and then nothing would be recorded.
  void context.resume().catch(() => undefined)
  let other: MediaStreamAudioSourceNode | null = null
  return {
    stream: sum.stream,
    mix(sound) {
      other?.disconnect()
      other = sound && context.createMediaStreamSource(sound)
      other?.connect(limiter)
    },
    close() {
      other?.disconnect()
      for (const track of sum.stream.getTracks()) track.stop()
      void context.close().catch(() => undefined)
    },
  }
}
