/** A recording, as it is listened to. */
export interface Sound {
  /** How long it is; null where nobody knew before it was heard. */
  readonly seconds: number | null
  /**
   * Mono at 16 kHz from its beginning, however often it is asked for, as fast as it is taken; each chunk is for whoever takes it.
   * Throws `SoundTrouble`, or the signal's reason.
   */
  pcm(signal: AbortSignal): AsyncIterable<Float32Array>
}

/** What one person says in one go: seconds from the beginning; `speaker` from 1, in the order in which they first speak. */
export interface SpokenTurn {
  start: number
  end: number
  speaker: number
  /** Empty where nothing knows words. */
  text: string
}

export interface Transcription {
  hasWords: boolean
  /** By time; none where nobody speaks. */
  turns: SpokenTurn[]
}

/** What is being done with a recording. */
export type ListeningStage = 'transcribing' | 'separating'

export interface Listening {
  signal: AbortSignal
  /** Called now and then with the share of the whole way, 0–1, which never goes back. */
  onProgress(stage: ListeningStage, share: number): void
}

/** The port to whatever tells who said what [D24]. */
export interface Transcriber {
  /** Throws {@link SpeechFailure}, what the sound throws, or the signal's reason. */
  transcribe(sound: Sound, listening: Listening): Promise<Transcription>
  /** The words of a short recording alone, throwing the same; null where nothing knows words. */
  readonly dictate: ((sound: Sound, signal: AbortSignal) => Promise<string>) | null
}

/** What was set up to know words gave nothing that can be used. The message may be logged: it holds no key and nothing that was said. */
export class SpeechFailure extends Error {
  override name = 'SpeechFailure'
}
