import { cancelUpload, type FileAttachment } from '#shared/contract/attachments/endpoints'
import { attachments } from '#shared/contract/attachments/limits'
import { call } from '../../platform/api'
import { logError } from '../../platform/log'
import type { Mutation, MutationKind } from '../../platform/mutation-queue/mutation'
import { mutationQueue } from '../../platform/mutation-queue/store'
import { randomText } from '../../platform/random'
import { Semaphore } from './semaphore'
import { readPart, Transfer } from './transfer'
import { bytesMissing, fileErrorOf, partsOf, spanOf, type Upload } from './upload'
import { laneOf, UploadInput, uploadKind } from './upload-mutation'

/** How many parts of all files are sent at once. */
const partsAtOnce = 3

/** What this tab knows of an upload besides its mutation. */
interface Known {
  /** The chosen file; null after a reload. */
  readonly file: Blob | null
  /** Null while this tab is not sending it. */
  readonly phase: 'waiting' | 'sending' | 'finishing' | null
  readonly sent: number
  readonly isKept: boolean | null
  readonly answer: FileAttachment | null
}

const fromEarlier: Known = { file: null, phase: null, sent: 0, isKept: true, answer: null }

/** Uploads files of the signed-in person or guest through the queue, which resumes them after reloads. */
export class Uploads {
  readonly #known = new Map<string, Known>()
  /** Files that would be refused, which are only listed. */
  #refused: Upload[] = []
  readonly #shown = new WeakMap<Mutation, { known: Known; upload: Upload }>()
  #semaphore = new Semaphore(partsAtOnce)
  #lastChosen = 0

  constructor(
    /** Called when something changed that `list` depends on, besides the mutations. */
    private readonly onChange: () => void,
  ) {}

  readonly kind: MutationKind<UploadInput, FileAttachment> = {
    name: uploadKind,
    input: UploadInput,
    lane: (_, id) => laneOf(id),
    canStop: true,
    // The server says which parts it has.
    isRepeatable: true,
    send: (input, id, attempt) => {
      const { file } = this.#knownOf(id)
      const { parts } = mutationQueue()
      const bytes = async (part: number) => {
        const read = (file && (await readPart(file, part))) ?? (await parts.part(id, part).catch(() => undefined))
        return read ? new Uint8Array(read) : null
      }
      const transfer = new Transfer(id, input, { bytes, semaphore: this.#semaphore }, attempt, progress => {
        if (!attempt.signal.aborted) this.#note(id, progress)
      })
      return transfer.run().then(outcome => {
        if (!attempt.signal.aborted) this.#note(id, { phase: null, answer: outcome.ok ? outcome.data : null })
        if (outcome.ok) void parts.dropParts(id).catch(() => undefined)
        return outcome
      })
    },
    settle: () => undefined,
    keepDone: (_, input) => ({ ...input, done_at: mutationQueue().clock.now() }),
  }

  /** Lists what was chosen and is not attached to anything yet, in the order in which it was chosen. */
  list(mutations: readonly Mutation[]): Upload[] {
    const uploads = mutations.flatMap(mutation => this.#uploadOf(mutation) ?? [])
    return [...uploads, ...this.#refused].sort((a, b) => a.chosen_at - b.chosen_at)
  }

  /** Adds a file and sends it, to a document if one is named. A file that would be refused is listed with the reason. */
  add(place: string, file: File, doc_id?: number): string {
    const id = randomText()
    const { name, size, type } = file
    const queue = mutationQueue()
    const code = fileErrorOf(file)
    this.#lastChosen = Math.max(queue.clock.now(), this.#lastChosen + 1)
    const made_at = this.#lastChosen
    this.#known.set(id, { file, phase: 'waiting', sent: 0, isKept: null, answer: null })
    if (code) {
      const refused = { state: 'failed', failure: { code, message: '' }, isKept: null, file: null } as const
      const upload = { id, place, name, size, type, sent: 0, chosen_at: made_at, file_id: null, batch_id: null }
      this.#refused = [...this.#refused, { ...upload, ...refused }]
      this.onChange()
      return id
    }
    const input: UploadInput = {
      ...{ place, name, size, type, file_id: null, batch_id: null, restarts: 0, done_at: null },
      ...(doc_id !== undefined && { doc_id }),
    }
    queue.register(this.kind)
    const stored = queue.adopt(uploadKind, laneOf(id), input, { id, made_at })
    void this.#keep(id, file, stored)
    return id
  }

  pause(id: string): void {
    void mutationQueue().pause(id)
    this.#note(id, { phase: null })
  }

  /** Continues a paused upload, or retries a failed one. */
  resume(id: string): void {
    void mutationQueue().retry(id)
  }

  /** Removes a file from this device and, if the server can be reached, from the server. */
  remove(id: string): void {
    const found = mutationQueue().find(id)
    const input = UploadInput.safeParse(found?.input).data
    this.release(id)
    if (input?.file_id && found?.state !== 'done') void call(cancelUpload, { file_id: input.file_id })
  }

  /** Forgets an upload once its file is attached to something. */
  release(id: string): void {
    this.#known.delete(id)
    this.#refused = this.#refused.filter(upload => upload.id !== id)
    void mutationQueue().discard(id)
    this.onChange()
  }

  move(id: string, place: string): void {
    this.#refused = this.#refused.map(upload => (upload.id === id ? { ...upload, place } : upload))
    void mutationQueue().note<UploadInput>(id, input => ({ ...input, place }))
    this.onChange()
  }

  /** Returns the chosen file, or kept bytes up to a size, for a preview; null when they are not here. */
  async bytesOf(id: string, maxBytes: number): Promise<Blob | null> {
    const { file, isKept } = this.#knownOf(id)
    const { size, type } = UploadInput.safeParse(mutationQueue().find(id)?.input).data ?? { size: 0, type: '' }
    if (file || size === 0 || size > maxBytes || isKept === false) return file
    const parts: ArrayBuffer[] = []
    for (let part = 1; part <= partsOf(size); part += 1) {
      const bytes = await mutationQueue()
        .parts.part(id, part)
        .catch(() => undefined)
      if (!bytes) return null
      parts.push(bytes)
    }
    return new Blob(parts, { type })
  }

  /** Takes over unfinished uploads of another account, which start anew, and removes the others. */
  takeOver(from: string, place: string): Promise<number> {
    return mutationQueue().takeOver(from, uploadKind, ({ state, input }) => {
      const { success, data } = UploadInput.safeParse(input)
      if (!success || state === 'done') return null
      return { ...data, place, file_id: null, batch_id: null, restarts: data.restarts + 1 }
    })
  }

  /** Forgets what this tab knows, because another account or workspace is open now. */
  leave(): void {
    this.#known.clear()
    this.#refused = []
    this.#semaphore = new Semaphore(partsAtOnce)
  }

  #knownOf = (id: string): Known => this.#known.get(id) ?? fromEarlier

  #note(id: string, change: Partial<Known>): void {
    this.#known.set(id, { ...this.#knownOf(id), ...change })
    this.onChange()
  }

  /** Returns the upload of a mutation, as the same object while nothing changes; null for other mutations. */
  #uploadOf(mutation: Mutation): Upload | null {
    if (mutation.kind !== uploadKind) return null
    const { success, data } = UploadInput.safeParse(mutation.input)
    if (!success) return null
    const known = this.#knownOf(mutation.id)
    const before = this.#shown.get(mutation)
    if (before?.known === known) return before.upload
    const upload = uploadFrom(mutation, data, known, mutationQueue().clock.now())
    this.#shown.set(mutation, { known, upload })
    return upload
  }

  /**
   * Copies a file to this device part by part while it is being sent. The browser asks before the page is left meanwhile,
   * because a sound or a photo that was just made exists nowhere else.
   */
  async #keep(id: string, file: File, stored: Promise<void>): Promise<void> {
    const queue = mutationQueue()
    const isNeeded = () => {
      const state = queue.find(id)?.state
      return state !== undefined && state !== 'done'
    }
    const askBeforeLeaving = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', askBeforeLeaving)
    try {
      await stored
      for (let part = 1; part <= partsOf(file.size) && isNeeded(); part += 1)
        await queue.parts.putPart(id, part, await file.slice(...spanOf(part, file.size)).arrayBuffer())
      if (queue.find(id)?.state === 'done') await queue.parts.dropParts(id)
      if (queue.find(id)) this.#note(id, { isKept: true })
    } catch (cause) {
      if (!queue.find(id)) return
      logError('A file could not be kept for a reload.', cause)
      this.#note(id, { isKept: false })
      await queue.parts.dropParts(id).catch(() => undefined)
    } finally {
      window.removeEventListener('beforeunload', askBeforeLeaving)
    }
  }
}

function uploadFrom({ id, state, failure, made_at }: Mutation, input: UploadInput, known: Known, now: number): Upload {
  const { restarts: _, doc_id: __, done_at, ...file } = input
  const { sent, isKept, answer, phase } = known
  const upload = { ...file, id, sent, isKept, file: answer, failure, chosen_at: made_at }
  if (state === 'done') {
    // The server removes files that are attached to nothing within a day.
    const isGone = now - (done_at ?? 0) > attachments.kept
    return { ...upload, sent: file.size, ...(isGone ? gone : { state }) }
  }
  const isOwn = known !== fromEarlier
  return { ...upload, state: state === 'sending' ? (phase ?? (isOwn ? 'waiting' : 'elsewhere')) : state }
}

const gone = { state: 'failed', failure: { code: bytesMissing, message: '' } } as const
