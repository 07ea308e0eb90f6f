import type { Clock } from '../../clock'
import { cutAtPauses, type Piece, sampleRate } from '../pieces'
import { separate } from '../separate'
import { joinIntoTurns } from '../spoken-turns'
import type { Sound, TranscribeOptions, Transcriber, Transcription } from '../transcriber'
import { type SpokenSegment, segmentsOf } from './answer'
import { ask, cuttingFor, FormatRejected, type SpeechAddress } from './ask'
import { dictation } from './dictation'
import { pack } from './pack'
import { type LabelledSegment, speakersByOverlap, speakersOverPieces } from './speakers'

type Form = 'verbose_json' | 'diarized_json'

/** Request fields for each response format. */
const fieldsOf: Record<Form, readonly (readonly [string, string])[]> = {
  verbose_json: [
    ['response_format', 'verbose_json'],
    ['timestamp_granularities[]', 'segment'],
  ],
  // Longer sound is refused unless the service may divide it.
  diarized_json: [
    ['response_format', 'diarized_json'],
    ['chunking_strategy', 'auto'],
  ],
}

/** The share of the progress for words, if speakers are separated afterwards. */
const wordsShare = 0.7

/**
 * Transcribes with a service that speaks OpenAI's protocol [D24]. Sound is sent in pieces, one after the other. If the
 * service labels no speakers, or labels them anew in each piece, the built-in splitter identifies them.
 */
export function speechEndpoint(address: SpeechAddress, clock: Clock, hasCaptions = false): Transcriber {
  const dictate = dictation(address, clock)
  return {
    transcribe: (sound, listening) => new Work(address, clock, sound, listening).done(),
    dictate,
    caption: hasCaptions ? dictate : null,
  }
}

class Work {
  readonly #forms: Form[]

  constructor(
    private readonly address: SpeechAddress,
    private readonly clock: Clock,
    private readonly sound: Sound,
    private readonly listening: TranscribeOptions,
  ) {
    this.#forms = /diari/i.test(address.name) ? ['diarized_json', 'verbose_json'] : ['verbose_json', 'diarized_json']
  }

  async done(): Promise<Transcription> {
    const { address, sound, listening } = this
    const heard: LabelledSegment[] = []
    let pieces = 0
    for await (const piece of cutAtPauses(sound.pcm(listening.signal), cuttingFor(address))) {
      heard.push(...(await this.#saidIn(piece)).map(spokenContent => ({ ...spokenContent, piece: pieces })))
      pieces += 1
      if (sound.seconds) listening.onProgress('transcribing', wordsShare * Math.min(1, piece.ownTo / sound.seconds))
    }
    return { hasWords: true, turns: joinIntoTurns(heard, await this.#speakersOf(heard, pieces)) }
  }

  async #speakersOf(heard: readonly LabelledSegment[], pieces: number): Promise<string[]> {
    if (heard.length === 0) return []
    const areNamed = heard.every(segment => segment.speaker !== null)
    if (areNamed && pieces === 1) return heard.map(segment => String(segment.speaker))
    const { signal, onProgress } = this.listening
    onProgress('separating', wordsShare)
    const turns = await separate(this.sound, {
      signal,
      onShare: share => onProgress('separating', wordsShare + (1 - wordsShare) * share),
    })
    return areNamed ? speakersOverPieces(heard, turns) : speakersByOverlap(heard, turns)
  }

  /** The segments of a piece that count there, in seconds of the whole recording. */
  async #saidIn({ samples, start, ownFrom, ownTo }: Piece): Promise<SpokenSegment[]> {
    const file = await pack(samples)
    const said = segmentsOf(await this.#ask(file), samples.length / sampleRate)
    return said
      .map(spokenContent => ({ ...spokenContent, start: spokenContent.start + start, end: spokenContent.end + start }))
      .filter(segment => {
        const middle = (segment.start + segment.end) / 2
        return middle >= ownFrom && middle < ownTo
      })
  }

  /** Requests the format that the service is known to support. */
  async #ask(file: Awaited<ReturnType<typeof pack>>): Promise<unknown> {
    const [form = 'verbose_json', other] = this.#forms
    const asking = { clock: this.clock, signal: this.listening.signal }
    try {
      return await ask(this.address, { file, fields: fieldsOf[form] }, asking)
    } catch (error) {
      if (!(error instanceof FormatRejected) || !other) throw error
      this.#forms.shift()
      return this.#ask(file)
    }
  }
}
