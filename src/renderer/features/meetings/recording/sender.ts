import { finishUpload, startUpload, uploadPart } from '#shared/contract/attachments/endpoints'
import { startDiarization } from '#shared/contract/meetings/endpoints'
import { type FailedAttempt, pauseAfter } from '#shared/rules/retry'
import { type CallOptions, call, callWithBytes, type Outcome } from '../../../platform/api'
import type { Clock } from '../../../platform/clock'
import { guestCredentials, useGuest } from '../../../platform/guest'
import type { Failure } from './machine'
import { endingOf } from './microphone'
import type { RecordingBuffer } from './recording-buffer'

/** How many pieces are worth a request while recording continues; the recorder delivers one per second. */
const enoughPieces = 5
/** The longest time that sending a part or checking a whole file may take, in milliseconds. */
const timeout = 300_000
/** How often an upload that the server forgot is sent from its beginning. */
const maxRestarts = 3

/** The failure code of a recording without sound, or whose sound is neither here nor at the server. */
export const soundGone = 'meeting.gone'
export const nothingRecorded = 'meeting.empty'

/** Codes that mean the server no longer has the upload, so that it must be sent from the beginning. */
const forgotten = ['upload.not_found', 'upload.expired', 'upload.incomplete', 'attachment.not_found']

/** Codes that mean that the document with the live captions is gone, so that the recording needs a new one. */
const liveGone = ['document.not_found', 'recording.not_live']

class SegmentRejected extends Error {
  constructor(
    readonly failure: Failure,
    /** Null if another attempt cannot help. */
    readonly attempt: FailedAttempt | null = null,
  ) {
    super(failure.message)
  }
}
class Stopped extends Error {}

/** Uploads a recording part by part while it is made, and creates the document once it is complete. */
export class Sender {
  #wake: (() => void) | null = null
  /** Whether it was woken while it was not waiting. */
  #isWoken = false
  #failures = 0
  #restarts = 0

  constructor(
    private readonly buffer: RecordingBuffer,
    private readonly clock: Clock,
    /** Reports whether the server answered last time. */
    private readonly onReach: (isReached: boolean) => void,
    private readonly onProgress: () => void,
  ) {}

  /** Runs until there is a document, a refusal, or a stop, which returns null. */
  async run(signal: AbortSignal): Promise<{ doc_id: number } | Failure | null> {
    for (;;) {
      try {
        return await this.#send(signal)
      } catch (cause) {
        if (cause instanceof Stopped || signal.aborted) return null
        if (!(cause instanceof SegmentRejected)) throw cause
        const end = await this.#recover(cause, signal)
        if (end) return end
      }
    }
  }

  /** Waits before another attempt if the failure may pass; other failures are final. */
  async #recover({ failure, attempt }: SegmentRejected, signal: AbortSignal): Promise<Failure | null> {
    if (forgotten.includes(failure.code)) return this.#restart() ? null : { code: soundGone, message: '' }
    const pause = attempt && pauseAfter(attempt, this.#failures, this.clock.random())
    if (pause === null) return failure
    this.onReach(false)
    this.#failures += 1
    await this.#pause(pause, signal, attempt?.retryAfter === undefined)
    return null
  }

  /** Continues because there is new sound, or the connection is back. */
  wake(): void {
    this.#isWoken = true
    this.#wake?.()
  }

  async #send(signal: AbortSignal): Promise<{ doc_id: number }> {
    const { meta } = this.buffer
    for (let index = 0; ; ) {
      if (signal.aborted) throw new Stopped()
      if (index === meta.takes.length) {
        if (meta.isWhole) return this.#makeDocument(signal)
        await this.#pause(null, signal)
      } else if (await this.#sendTake(index, signal)) index += 1
      else await this.#pause(null, signal)
    }
  }

  /** Sends what there is of a segment. Returns whether that was all of it. */
  async #sendTake(index: number, signal: AbortSignal): Promise<boolean> {
    const segment = this.buffer.take(index)
    if (segment.isFile) return true
    const isLongEnough = () => {
      const waiting = segment.pieces - segment.confirmed
      return waiting >= enoughPieces || (segment.isClosed && waiting > 0)
    }
    while (isLongEnough()) {
      const file_id = segment.file_id ?? (await this.#start(index, signal))
      const part = await this.buffer.next(index)
      if (!part) throw new SegmentRejected({ code: soundGone, message: '' })
      await this.#ask(
        callWithBytes(uploadPart, { file_id, part: segment.parts + 1 }, part.bytes, { signal, timeout }),
        signal,
      )
      this.buffer.confirm(index, part)
      this.onProgress()
    }
    if (!segment.isClosed) return false
    if (segment.file_id !== null && segment.parts > 0) {
      const { file_id, parts } = segment
      await this.#ask(call(finishUpload, { file_id, parts }, { signal, timeout }), signal)
      segment.isFile = true
      this.buffer.note()
    }
    return true
  }

  async #start(index: number, signal: AbortSignal): Promise<string> {
    const segment = this.buffer.take(index)
    const { name, takes } = this.buffer.meta
    const file_name = `${name.replaceAll('/', '-')}${takes.length > 1 ? ` ${index + 1}` : ''}.${endingOf(segment.type)}`
    const known = this.buffer.meta.batch_id ?? undefined
    const { file_id, batch_id } = await this.#ask(
      call(startUpload, { file_name, content_hint: 'audio', batch_id: known }, { signal }),
      signal,
    )
    segment.file_id = file_id
    this.buffer.change({ batch_id })
    return file_id
  }

  async #makeDocument(signal: AbortSignal): Promise<{ doc_id: number }> {
    const { batch_id, takes } = this.buffer.meta
    const file_ids = takes.flatMap(segment => (segment.isFile && segment.file_id !== null ? segment.file_id : []))
    if (file_ids.length === 0) throw new SegmentRejected({ code: nothingRecorded, message: '' })
    const { doc_id } = await this.#ask(this.#startDocument(file_ids, signal), signal)
    if (guestCredentials() && batch_id) useGuest.getState().add(batch_id)
    return { doc_id }
  }

  /** Ends the document with live captions, if there is one that still waits for its sound; otherwise begins one. */
  async #startDocument(file_ids: string[], signal: AbortSignal): Promise<Outcome<{ doc_id: number }>> {
    const { id, name, access, branch_id, started_at, live_doc_id } = this.buffer.meta
    const params = {
      file_ids,
      document_name: name,
      recorded_at: new Date(started_at).toISOString(),
      access,
      ...(access === 'branch' && branch_id !== null && { branch_id }),
    }
    const key = `meeting.${id}.${this.#restarts}`
    const options = (idempotencyKey: string): CallOptions => ({ signal, timeout, idempotencyKey })
    if (live_doc_id) {
      const outcome = await call(startDiarization, { ...params, doc_id: live_doc_id }, options(`${key}.live`))
      if (outcome.ok || !liveGone.includes(outcome.code)) return outcome
      this.buffer.change({ live_doc_id: null })
    }
    return call(startDiarization, params, options(key))
  }

  async #ask<T>(calling: Promise<Outcome<T>>, signal: AbortSignal): Promise<T> {
    const outcome = await calling
    if (signal.aborted) throw new Stopped()
    if (!outcome.ok) throw new SegmentRejected({ code: outcome.code, message: outcome.message }, outcome)
    this.#failures = 0
    this.onReach(true)
    return outcome.data
  }

  #restart(): boolean {
    if (this.#restarts >= maxRestarts) return false
    this.#restarts += 1
    const { takes } = this.buffer.meta
    return takes.every((segment, index) => segment.pieces === 0 || this.buffer.sendAgain(index))
  }

  /** Waits until the time is over or, if allowed, until it is woken. */
  #pause(ms: number | null, signal: AbortSignal, canWake = true): Promise<void> {
    if (this.#isWoken && ms === null) {
      this.#isWoken = false
      return Promise.resolve()
    }
    return new Promise(resolve => {
      const cancel = ms === null ? () => undefined : this.clock.after(ms, () => end())
      const end = () => {
        cancel()
        signal.removeEventListener('abort', end)
        this.#wake = null
        this.#isWoken = false
        resolve()
      }
      signal.addEventListener('abort', end)
      this.#wake = canWake ? end : null
      if (signal.aborted) end()
    })
  }
}
