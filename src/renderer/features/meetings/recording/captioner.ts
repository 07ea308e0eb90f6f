import { deleteDocument } from '#shared/contract/documents/endpoints'
import { addCaption, type Caption, startLive } from '#shared/contract/meetings/live'
import { call, callWithFiles } from '../../../platform/api'
import { logError } from '../../../platform/log'
import type { RecordingStatus } from './channel'
import { type Clip, clipSeconds } from './clips'
import { endingOf, type Microphone } from './microphone'
import type { RecordingBuffer } from './recording-buffer'

/** How many clips wait for the server; what it cannot keep up with is left to the transcript. */
const mostWaiting = 3
/** The lines that are shown. */
const shownLines = 3
/** The longest time that a clip may take, in milliseconds. */
const timeout = 30_000
/** Codes after which the server takes no more captions of this recording. */
const final = ['document.not_found', 'recording.not_live', 'speech.no_captions', 'access.denied']

/**
 * The live captions of one recording: sends what is said in clips, and keeps what was heard in them. The document in
 * which others read along is created with the first clip.
 */
export class Captioner {
  #lines: readonly string[] = []
  /** The last clip was not transcribed. */
  #isFailing = false
  #isOver = false
  #waiting: { clip: Clip; start: number }[] = []
  #isSending = false
  #creating: Promise<number | null> | null = null
  #microphone: Microphone | null = null
  #stopClips: (() => void) | null = null

  constructor(
    private readonly buffer: RecordingBuffer,
    private readonly onChange: () => void,
  ) {}

  /** Null where there are no live captions. */
  shown(): RecordingStatus['captions'] {
    const isOn = this.buffer.meta.captions
    return isOn === undefined ? null : { isOn, isFailing: this.#isFailing, lines: this.#lines }
  }

  /** Follows a microphone that is being recorded. */
  listen(microphone: Microphone): void {
    this.#microphone = microphone
    this.#stopClips?.()
    this.#stopClips = null
    if (!this.buffer.meta.captions) return
    try {
      this.#stopClips = microphone.clips(clip => this.#hear(clip))
    } catch (cause) {
      // Some browsers record a stream only once; the recording itself must go on.
      logError('Live captions could not be recorded.', cause)
      this.#isFailing = true
    }
  }

  /** Nothing is recorded for now. */
  pause(): void {
    this.#stopClips?.()
    this.#stopClips = null
    this.#microphone = null
  }

  turn(isOn: boolean): void {
    this.buffer.change({ captions: isOn })
    if (this.#microphone) this.listen(this.#microphone)
    this.onChange()
  }

  /** Takes no more clips. Resolves once it is certain whether there is a document. */
  async end(): Promise<void> {
    this.pause()
    this.#isOver = true
    this.#waiting = []
    await this.#creating
  }

  /** Deletes the document of a recording that is discarded. */
  async discard(): Promise<void> {
    await this.end()
    const doc_id = this.buffer.meta.live_doc_id
    if (doc_id) await call(deleteDocument, { doc_id })
  }

  #hear(clip: Clip): void {
    if (this.#isOver) return
    const start = Math.max(0, this.buffer.seconds - clipSeconds)
    this.#waiting = [...this.#waiting, { clip, start }].slice(-mostWaiting)
    if (!this.#isSending) void this.#send()
  }

  async #send(): Promise<void> {
    this.#isSending = true
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      try {
        await this.#sendClip(next.clip, next.start)
      } catch (cause) {
        logError('A live caption could not be sent.', cause)
        this.#isFailing = true
      }
      this.onChange()
    }
    this.#isSending = false
  }

  async #sendClip({ bytes, type }: Clip, start: number): Promise<void> {
    const doc_id = this.buffer.meta.live_doc_id ?? (await this.#create())
    if (doc_id === null || this.#isOver) return
    const file = new File([bytes], `clip.${endingOf(type)}`, { type: type.split(';')[0] })
    const outcome = await callWithFiles(addCaption, { doc_id, start }, [file], { timeout })
    if (outcome.ok) this.#take(outcome.data)
    else this.#fail(outcome.code)
  }

  #create(): Promise<number | null> {
    const { id, name, access, branch_id, started_at } = this.buffer.meta
    const params = {
      document_name: name,
      recorded_at: new Date(started_at).toISOString(),
      access,
      ...(access === 'branch' && branch_id !== null && { branch_id }),
    }
    this.#creating = call(startLive, params, { timeout, idempotencyKey: `live.${id}` }).then(outcome => {
      if (outcome.ok) this.buffer.change({ live_doc_id: outcome.data.doc_id })
      else this.#fail(outcome.code)
      return outcome.ok ? outcome.data.doc_id : null
    })
    return this.#creating
  }

  #take(caption: Caption | null): void {
    this.#isFailing = false
    if (caption) this.#lines = [...this.#lines, caption.text].slice(-shownLines)
  }

  #fail(code: string): void {
    this.#isFailing = true
    if (final.includes(code)) this.#isOver = true
  }
}
