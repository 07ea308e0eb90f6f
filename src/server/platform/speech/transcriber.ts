/** A recording as the transcriber reads it. */
export interface Sound {
  /** The duration; null if it is unknown before reading. */
  readonly seconds: number | null
  /**
   * Mono at 16 kHz from the start, on every call, at the reader's speed. The reader owns each chunk. Throws
   * `SoundTrouble`, or the signal's reason.
   */
  pcm(signal: AbortSignal): AsyncIterable<Float32Array>
}

/**
 * Uninterrupted speech of one person, in seconds from the start; `speaker` counts from 1, in the order in which they
 * first speak.
 */
export interface SpokenTurn {
  start: number
  end: number
  speaker: number
  /** Empty if the transcriber recognises no words. */
  text: string
}

export interface Transcription {
  hasWords: boolean
  /** Ordered by time; empty if nobody speaks. */
  turns: SpokenTurn[]
}

/** The current stage of the work. */
export type TranscribeStage = 'transcribing' | 'separating'

export interface TranscribeOptions {
  signal: AbortSignal
  /** Called at intervals with the share of the whole work, 0–1, which never decreases. */
  onProgress(stage: TranscribeStage, share: number): void
}

/** Finds out who said what in a recording [D24]. */
export interface Transcriber {
  /** Throws {@link SpeechFailure}, errors of the sound, or the signal's reason. */
  transcribe(sound: Sound, listening: TranscribeOptions): Promise<Transcription>
  /** The words of a short recording alone, with the same errors; null if the transcriber recognises no words. */
  readonly dictate: ((sound: Sound, signal: AbortSignal) => Promise<string>) | null
  /**
   * The words of the last few seconds of a recording that is still running, with the same errors; null if the
   * transcriber has no words or live captions are off.
   */
  readonly caption: ((sound: Sound, signal: AbortSignal) => Promise<string>) | null
}

/**
 * The configured speech recognition returned nothing usable. The message may be logged: it contains no key and nothing
 * that was said.
 */
export class SpeechFailure extends Error {
  override name = 'SpeechFailure'
}
