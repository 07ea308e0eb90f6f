import {
  type FileAttachment,
  finishUpload,
  readUpload,
  startUpload,
  uploadPart,
} from '#shared/contract/attachments/endpoints'
import { type CallOptions, call, callWithBytes, type Outcome } from '../../platform/api'
import type { Attempt } from '../../platform/mutation-queue/mutation'
import type { Semaphore } from './semaphore'
import { bytesMissing, kindOf, partsOf, spanOf, type Upload } from './upload'
import type { UploadInput } from './upload-mutation'

/** The longest time that sending one part or checking a whole file may take, in milliseconds. */
const timeout = 300_000
/** How many parts of one file are sent at once. */
const parallelParts = 3
/** How often one attempt starts again an upload that the server no longer knows. */
const maxRestarts = 3

type FailedOutcome = Outcome<never> & { ok: false }
type Progress = Partial<Pick<Upload, 'sent'>> & { phase?: 'waiting' | 'sending' | 'finishing' }

/** Ends an attempt with the outcome of the call that failed. */
class TransferError extends Error {
  constructor(readonly outcome: FailedOutcome) {
    super(outcome.message)
  }
}

/** Where the bytes of a file are read from, and how many parts of all files are sent at once. */
interface Source {
  bytes(part: number): Promise<Uint8Array<ArrayBuffer> | null>
  semaphore: Semaphore
}

/**
 * One attempt to upload a file part by part, within a mutation of the queue. Parts that arrived are not sent again, not
 * even after a reload.
 */
export class Transfer {
  /** The parts that the server has; null until that is known. */
  #arrivedParts: Set<number> | null = null

  constructor(
    private readonly id: string,
    private input: UploadInput,
    private readonly source: Source,
    private readonly attempt: Attempt<UploadInput>,
    private readonly report: (progress: Progress) => void,
  ) {}

  async run(): Promise<Outcome<FileAttachment>> {
    for (let round = 0; ; round += 1) {
      try {
        return await this.#send()
      } catch (cause) {
        if (!(cause instanceof TransferError)) throw cause
        if (round >= maxRestarts || !(await this.#startOver(cause.outcome.code))) return cause.outcome
      }
    }
  }

  async #send(): Promise<Outcome<FileAttachment>> {
    this.report({ phase: 'waiting' })
    const file_id = await this.#start()
    const parts = partsOf(this.input.size)
    const arrived = this.#arrivedParts ?? new Set()
    this.#arrivedParts = arrived
    const missing = Array.from({ length: parts }, (_, index) => index + 1).filter(part => !arrived.has(part))
    this.#reportProgress()
    const worker = async () => {
      for (let part = missing.shift(); part !== undefined; part = missing.shift()) {
        try {
          await this.#sendPart(file_id, part)
        } catch (cause) {
          // Stops the other workers from taking another part.
          missing.length = 0
          throw cause
        }
        arrived.add(part)
        this.attempt.progressed()
        this.#reportProgress()
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: Math.min(parallelParts, missing.length) }, worker))
    const broken = ends.find(end => end.status === 'rejected')
    if (broken) throw broken.reason
    this.report({ phase: 'finishing', sent: this.input.size })
    return call(finishUpload, { file_id, parts }, this.#options()).then(outcome => {
      if (!outcome.ok) throw new TransferError(outcome)
      return outcome
    })
  }

  /** Returns the id of the upload at the server: a new one, or that of an earlier attempt with the parts it has. */
  async #start(): Promise<string> {
    const { name, size, file_id, restarts, doc_id } = this.input
    if (file_id !== null) {
      this.#arrivedParts ??= await this.#fetchArrivedParts(file_id)
      return file_id
    }
    const kind = kindOf(this.input)
    const started = await this.#ask(
      call(
        startUpload,
        { file_name: name, file_size: size, content_hint: kind === 'pdf' ? 'other' : kind, ...(doc_id && { doc_id }) },
        { ...this.#options(), idempotencyKey: `${this.id}.${restarts}` },
      ),
    )
    this.#arrivedParts = new Set(started.parts)
    await this.#note({ file_id: started.file_id, batch_id: started.batch_id })
    return started.file_id
  }

  async #fetchArrivedParts(file_id: string): Promise<Set<number>> {
    try {
      return new Set((await this.#ask(call(readUpload, { file_id }, this.#options()))).parts)
    } catch (cause) {
      // The upload was finished but the answer was lost. Finishing it again repeats that answer.
      const isFinished = cause instanceof TransferError && cause.outcome.code === 'upload.finished'
      if (!isFinished) throw cause
      return new Set(Array.from({ length: partsOf(this.input.size) }, (_, index) => index + 1))
    }
  }

  async #sendPart(file_id: string, part: number): Promise<void> {
    const leave = await this.source.semaphore.enter()
    try {
      this.attempt.signal.throwIfAborted()
      const bytes = await this.source.bytes(part)
      if (!bytes) throw new TransferError({ ok: false, data: null, code: bytesMissing, message: '', status: 410 })
      this.report({ phase: 'sending' })
      await this.#ask(callWithBytes(uploadPart, { file_id, part }, bytes, this.#options()))
    } finally {
      leave()
    }
  }

  async #ask<T>(calling: Promise<Outcome<T>>): Promise<T> {
    const outcome = await calling
    if (!outcome.ok) throw new TransferError(outcome)
    return outcome.data
  }

  #options = (): CallOptions => ({ signal: this.attempt.signal, timeout })

  #reportProgress(): void {
    const sent = [...(this.#arrivedParts ?? [])].reduce((sum, part) => {
      const [from, to] = spanOf(part, this.input.size)
      return sum + Math.max(0, to - from)
    }, 0)
    this.report({ sent })
  }

  /** Starts an upload again that the server does not have as expected. Returns whether that can help. */
  async #startOver(code: string): Promise<boolean> {
    // Parts sent before an answer was lost may have arrived.
    if (code === 'upload.incomplete') {
      this.#arrivedParts = null
      return true
    }
    if (code !== 'upload.not_found' && code !== 'upload.expired') return false
    this.#arrivedParts = null
    this.report({ sent: 0 })
    await this.#note({ file_id: null, batch_id: null, restarts: this.input.restarts + 1 })
    return true
  }

  async #note(change: Partial<UploadInput>): Promise<void> {
    this.input = { ...this.input, ...change }
    await this.attempt.note(input => ({ ...input, ...change }))
  }
}

/** Reads a part of a chosen file; null when the file was changed or removed on the disk in the meantime. */
export async function readPart(file: Blob, part: number): Promise<ArrayBuffer | null> {
  try {
    return await file.slice(...spanOf(part, file.size)).arrayBuffer()
  } catch {
    return null
  }
}
