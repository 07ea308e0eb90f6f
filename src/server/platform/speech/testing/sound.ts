import type { Sound, TranscribeOptions, TranscribeStage } from '../transcriber'

const rate = 16_000

/** Sound made from sections: seconds of a tone, or of silence. */
export function tones(...stretches: (readonly ['tone' | 'silence', number])[]): Float32Array {
  const parts = stretches.map(([kind, seconds]) =>
    Float32Array.from({ length: seconds * rate }, (_, index) =>
      kind === 'tone' ? 0.5 * Math.sin((2 * Math.PI * 300 * index) / rate) : 0,
    ),
  )
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Samples in chunks of a second, as from a file. */
export function soundOf(samples: Float32Array): Sound {
  return {
    seconds: samples.length / rate,
    async *pcm(signal) {
      for (let from = 0; from < samples.length; from += rate) {
        signal.throwIfAborted()
        yield samples.slice(from, from + rate)
      }
    },
  }
}

/** Transcription options without cancellation that record the reported progress. */
export function listening(
  signal: AbortSignal = new AbortController().signal,
): TranscribeOptions & { told: [TranscribeStage, number][] } {
  const told: [TranscribeStage, number][] = []
  return { signal, told, onProgress: (stage, share) => void told.push([stage, share]) }
}
