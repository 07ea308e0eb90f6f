import { finishUpload, readUpload, startUpload, uploadPart } from '#shared/contract/attachments/endpoints'
import { pauseAfter } from '#shared/rules/retry'
import { type CallOptions, call, callWithBytes, type Outcome } from '../../platform/api'
import { randomText } from '../../platform/random'
import type { Semaphore } from './semaphore'
import { bytesMissing, kindOf, partsOf, spanOf, type Upload } from './upload'
import type { UploadEnvironment } from './upload-environment'

/** The longest time that sending one part or checking a whole file may take, in milliseconds. */
const timeout = 300_000
/** How many parts of one file are sent at once. */
const parallelParts = 3
/** How often an upload that the server no longer knows restarts by itself. */
const maxRestarts = 3

type Failure = Pick<Extract<Outcome<never>, { ok: false }>, 'code' | 'message' | 'status' | 'retryAfter'>
type Report = (change: Partial<Upload>) => void

/** Ends an attempt, either with a failure or because it was stopped. */
class TransferError extends Error {
  constructor(readonly failure: Failure | null) {
    super(failure?.message)
  }
}

/**
 * Uploads one file part by part. Failures of the network or the server are retried with growing pauses. Parts that
 * arrived are not sent again, not even after a reload.
 */
export class Transfer {
  /** The parts that the server has; null until that is known. */
  #arrivedParts: Set<number> | null = null
  #startKey = randomText()
  #restarts = 0
  #failures = 0
  #wake: (() => void) | null = null

  constructor(
    private readonly upload: Pick<Upload, 'id' | 'name' | 'size' | 'type'> & { file_id: string | null },
    private readonly file: Blob | null,
    private readonly environment: UploadEnvironment,
    private readonly semaphore: Semaphore,
    private readonly report: Report,
  ) {}

  /** Runs until the file is uploaded, refused or stopped. */
  async run(signal: AbortSignal): Promise<void> {
    this.report({ state: 'waiting', failure: null })
    while (!signal.aborted) {
      try {
        await this.#attempt(signal)
        return
      } catch (cause) {
        if (!(cause instanceof TransferError)) throw cause
        if (signal.aborted || !cause.failure) return
        if (!(await this.#shouldRetry(cause.failure, signal))) return
      }
    }
  }

  /** Retries at once what waits for the network. */
  reconnect(): void {
    this.#wake?.()
  }

  async #attempt(signal: AbortSignal): Promise<void> {
    const file_id = await this.#start(signal)
    const parts = partsOf(this.upload.size)
    const arrived = this.#arrivedParts ?? new Set()
    this.#arrivedParts = arrived
    const missing = Array.from({ length: parts }, (_, index) => index + 1).filter(part => !arrived.has(part))
    this.#reportProgress()
    const worker = async () => {
      for (let part = missing.shift(); part !== undefined; part = missing.shift()) {
        try {
          await this.#send(file_id, part, signal)
        } catch (cause) {
          // Stops the other workers from taking another part.
          missing.length = 0
          throw cause
        }
        arrived.add(part)
        this.#failures = 0
        this.#reportProgress()
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: Math.min(parallelParts, missing.length) }, worker))
    const broken = ends.find(end => end.status === 'rejected')
    if (broken) throw broken.reason
    this.report({ state: 'finishing', sent: this.upload.size })
    const file = await this.#call(finishUpload, { file_id, parts }, signal)
    this.report({ state: 'done', file, failure: null })
  }

  /**
   * Returns the id of the upload at the server: a new one, or that of an earlier attempt together with the parts it
   * has.
   */
  async #start(signal: AbortSignal): Promise<string> {
    const { name, size, file_id } = this.upload
    if (file_id !== null) {
      this.#arrivedParts ??= await this.#fetchArrivedParts(file_id, signal)
      return file_id
    }
    const kind = kindOf(this.upload)
    const started = await this.#call(
      startUpload,
      { file_name: name, file_size: size, content_hint: kind === 'pdf' ? 'other' : kind },
      signal,
      { idempotencyKey: this.#startKey },
    )
    this.upload.file_id = started.file_id
    this.#arrivedParts = new Set(started.parts)
    this.report({ file_id: started.file_id, batch_id: started.batch_id })
    return started.file_id
  }

  async #fetchArrivedParts(file_id: string, signal: AbortSignal): Promise<Set<number>> {
    try {
      return new Set((await this.#call(readUpload, { file_id }, signal)).parts)
    } catch (cause) {
      // The upload was finished but the answer was lost. Finishing it again repeats that answer.
      const isFinished = cause instanceof TransferError && cause.failure?.code === 'upload.finished'
      if (!isFinished) throw cause
      return new Set(Array.from({ length: partsOf(this.upload.size) }, (_, index) => index + 1))
    }
  }

  async #send(file_id: string, part: number, signal: AbortSignal): Promise<void> {
    const leave = await this.semaphore.enter()
    try {
      if (signal.aborted) throw new TransferError(null)
      const bytes = await this.#bytes(part)
      if (!bytes) throw new TransferError({ code: bytesMissing, message: '', status: 410 })
      this.report({ state: 'sending', failure: null })
      const outcome = await callWithBytes(uploadPart, { file_id, part }, bytes, { signal, timeout })
      if (!outcome.ok) throw new TransferError(signal.aborted ? null : outcome)
    } finally {
      leave()
    }
  }

  /** Reads from the chosen file while it is there and unchanged, otherwise from the kept copy. */
  async #bytes(part: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const { id, size } = this.upload
    if (this.file) {
      try {
        return new Uint8Array(await this.file.slice(...spanOf(part, size)).arrayBuffer())
      } catch {
        // The file was changed or removed on the disk in the meantime.
      }
    }
    const kept = await this.environment.storage.part(id, part).catch(() => null)
    return kept && new Uint8Array(kept)
  }

  async #call<E extends typeof startUpload | typeof readUpload | typeof finishUpload>(
    endpoint: E,
    input: Parameters<typeof call<E>>[1],
    signal: AbortSignal,
    options: CallOptions = {},
  ) {
    const outcome = await call(endpoint, input, { signal, timeout, ...options })
    if (!outcome.ok) throw new TransferError(signal.aborted ? null : outcome)
    return outcome.data
  }

  #reportProgress(): void {
    const { size } = this.upload
    const sent = [...(this.#arrivedParts ?? [])].reduce((sum, part) => {
      const [from, to] = spanOf(part, size)
      return sum + Math.max(0, to - from)
    }, 0)
    this.report({ sent })
  }

  /** Returns whether to make another attempt, after the pause before it. */
  async #shouldRetry(failure: Failure, signal: AbortSignal): Promise<boolean> {
    const { code, message } = failure
    if ((code === 'upload.not_found' || code === 'upload.expired') && this.#restarts < maxRestarts) {
      this.#restarts += 1
      this.#startKey = randomText()
      this.#arrivedParts = null
      this.upload.file_id = null
      this.report({ file_id: null, batch_id: null, sent: 0 })
      return true
    }
    // Parts sent before the answer was lost may have arrived.
    if (code === 'upload.incomplete' && this.#restarts < maxRestarts) {
      this.#restarts += 1
      this.#arrivedParts = null
      return true
    }
    const pause = pauseAfter(failure, this.#failures, this.environment.clock.random())
    if (pause === null) {
      this.report({ state: 'failed', failure: { code, message } })
      return false
    }
    this.report({ state: 'waiting', failure: { code, message } })
    this.#failures += 1
    await this.#pause(pause, signal, failure.retryAfter === undefined)
    return !signal.aborted
  }

  /** Waits. A returning connection ends the wait, unless the server asked for it. */
  #pause(ms: number, signal: AbortSignal, canWake: boolean): Promise<void> {
    return new Promise(resolve => {
      const end = () => {
        cancel()
        signal.removeEventListener('abort', end)
        this.#wake = null
        resolve()
      }
      const cancel = this.environment.clock.after(ms, end)
      signal.addEventListener('abort', end)
      this.#wake = canWake ? end : null
    })
  }
}
