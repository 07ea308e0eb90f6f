import { cutAtPauses, sampleRate } from '../pieces'
import { separate } from '../separate'
import { joinIntoTurns } from '../spoken-turns'
import { type Sound, SpeechFailure, type SpokenTurn, type Transcriber } from '../transcriber'
import { type Engine, modelIn, type Recognizer } from './engine'
import { SoundByTurns } from './sound-by-turns'

/** Whisper processes 30 seconds at once. Words have no timestamps here, so pieces must not overlap. */
const cutting = { longest: 28, shared: 0 }
/** The share of the progress for separating voices. */
const separatingShare = 0.3

/**
 * Transcribes with a speech model on this machine [D24]: the built-in splitter determines who speaks when, and the
 * model the words of each turn. The model is loaded on first use. Throws `NoEngine` for a folder without one.
 */
export function localSpeech(folder: string, { OfflineRecognizer }: Engine, hasCaptions = false): Transcriber {
  const config = {
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: { ...modelIn(folder), numThreads: 2, provider: 'cpu' },
  }
  let loaded: Promise<Recognizer> | undefined
  const words = async (samples: Int16Array): Promise<string> => {
    loaded ??= OfflineRecognizer.createAsync(config)
    const recognizer = await loaded.catch(error => {
      // Retried the next time, because a temporary lack of memory may be the cause.
      loaded = undefined
      return failed('The speech model could not be loaded', error)
    })
    const stream = recognizer.createStream()
    stream.acceptWaveform({ samples: Float32Array.from(samples, sample => sample / 32_768), sampleRate })
    const { text } = await recognizer.decodeAsync(stream).catch(error => failed('The speech model gave up', error))
    return text.trim()
  }
  const dictate = async (sound: Sound, signal: AbortSignal): Promise<string> => {
    const said: string[] = []
    for await (const { samples } of cutAtPauses(sound.pcm(signal), cutting)) {
      said.push(await words(samples))
      signal.throwIfAborted()
    }
    return said.filter(Boolean).join(' ')
  }
  return {
    async transcribe(sound, { signal, onProgress }) {
      const spoken = await separate(sound, {
        signal,
        onShare: share => onProgress('separating', separatingShare * share),
      })
      const cursor = new SoundByTurns(sound.pcm(signal))
      const said: SpokenTurn[] = []
      try {
        for (const turn of spoken) {
          for await (const { samples, start } of cutAtPauses(cursor.between(turn.start, turn.end), cutting)) {
            const text = await words(samples)
            signal.throwIfAborted()
            const from = turn.start + start
            const end = Math.min(turn.end, from + samples.length / sampleRate)
            if (text !== '') said.push({ speaker: turn.speaker, start: from, end, text })
          }
          const share = sound.seconds ? Math.min(1, turn.end / sound.seconds) : 0
          onProgress('transcribing', separatingShare + (1 - separatingShare) * share)
        }
      } finally {
        await cursor.close()
      }
      const speakers = said.map(spokenTurn => String(spokenTurn.speaker))
      return { hasWords: true, turns: joinIntoTurns(said, speakers) }
    },
    dictate,
    caption: hasCaptions ? dictate : null,
  }
}

function failed(what: string, error: unknown): never {
  throw new SpeechFailure(`${what}: ${String(error)}`, { cause: error })
}
