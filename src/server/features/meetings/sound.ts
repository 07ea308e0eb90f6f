import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { attachments } from '#shared/contract/attachments/limits'
import type { DiarizationFailure } from '#shared/contract/meetings/events'
import type { AppContext } from '../../platform/app-context'
import { decode } from '../../platform/speech/splitter/decode'
import type { SoundTrouble } from '../../platform/speech/splitter/trouble'
import { type Sound, SpeechFailure } from '../../platform/speech/transcriber'
import { contentOf } from '../attachments/service'

const sampleRate = 16_000

/** Why a recording has no transcript, with a code for its readers. */
export class NoTranscript extends Error {
  override name = 'NoTranscript'
  constructor(readonly reason: DiarizationFailure) {
    super(reason)
  }
}

export function reasonOf(error: unknown): DiarizationFailure {
  if (error instanceof NoTranscript) return error.reason
  if (error instanceof SpeechFailure) return 'endpoint'
  // The splitter's thread must not share code with the server, so its errors are recognised by name.
  const isTrouble = error instanceof Error && error.name === 'SoundTrouble'
  return isTrouble ? (error as SoundTrouble).kind : 'internal'
}

/** A recording whose files are read one after the other. Each is on disk only while it is read. */
export class FilesSound implements Sound {
  /** In seconds: where each file that was read begins, and where the last one ended. */
  starts: number[] = []
  heard = 0

  constructor(
    private readonly app: AppContext,
    private readonly recording: { organization_id: number; file_ids: readonly string[]; folder: string },
    readonly seconds: number | null,
  ) {}

  async *pcm(signal: AbortSignal): AsyncGenerator<Float32Array, void, undefined> {
    const starts: number[] = []
    let samples = 0
    for (const [place, file_id] of this.recording.file_ids.entries()) {
      starts.push(samples / sampleRate)
      const path = join(this.recording.folder, String(place))
      try {
        const content = await contentOf(this.app, this.recording.organization_id, file_id)
        await pipeline(content, createWriteStream(path), { signal })
        for await (const chunk of decode(path, { signal })) {
          samples += chunk.length
          if (samples > attachments.audioSeconds * sampleRate) throw new NoTranscript('too_long')
          yield chunk
        }
      } finally {
        await rm(path, { force: true })
      }
    }
    this.starts = starts
    this.heard = samples / sampleRate
  }
}

/** The same sound, cut off with an error after this many seconds. */
export function limitedSound(sound: Sound, seconds: number): Sound {
  return {
    ...sound,
    async *pcm(signal) {
      let samples = 0
      for await (const chunk of sound.pcm(signal)) {
        samples += chunk.length
        if (samples > seconds * sampleRate) throw new NoTranscript('too_long')
        yield chunk
      }
    },
  }
}

/** One file on disk. */
export function fileSound(path: string): Sound {
  return { seconds: null, pcm: signal => decode(path, { signal }) }
}
