import { splitInWorker } from './splitter/split-in-worker'
import type { Sound, SpokenTurn } from './transcriber'

interface Separating {
  signal: AbortSignal
  /** Receives the processed share of the sound, 0–1. */
  onShare(share: number): void
}

/** Who speaks when, without words, by the built-in splitter. */
export async function separate(sound: Sound, { signal, onShare }: Separating): Promise<SpokenTurn[]> {
  const { seconds } = sound
  const { turns } = await splitInWorker(sound.pcm(signal), {
    signal,
    onProgress: heard => {
      if (seconds) onShare(Math.min(1, heard / seconds))
    },
  })
  return turns.map(({ speaker, start, end }) => ({ speaker: speaker + 1, start, end, text: '' }))
}
