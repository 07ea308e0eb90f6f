import { cancelUpload } from '#shared/contract/attachments/endpoints'
import { attachments } from '#shared/contract/attachments/limits'
import { call } from '../../platform/api'
import { clearDraft, writeDraft } from '../../platform/drafts'
import { account } from '../../platform/guest'
import { logError } from '../../platform/log'
import { randomText } from '../../platform/random'
import { Semaphore } from './semaphore'
import { storedUploadsKey } from './stored-uploads'
import { Transfer } from './transfer'
import { bytesMissing, fileErrorOf, partsOf, spanOf, type Upload } from './upload'
import type { UploadEnvironment } from './upload-environment'
import type { KeptUpload } from './upload-storage'

/** How many parts of all files are sent at once. */
const partsAtOnce = 3

/** The running work for one upload while this tab owns it. */
interface ActiveUpload {
  file: Blob | null
  transfer: Transfer | null
  stop: AbortController
  release: () => void
}

/** The list in which uploads are shown. */
interface UploadList {
  all(): readonly Upload[]
  put(upload: Upload): void
  change(id: string, change: Partial<Upload>): void
  drop(id: string): void
}

/** Runs the uploads of the signed-in person or guest: sends them, keeps them across reloads and resumes them. */
export class Uploads {
  readonly #active = new Map<string, ActiveUpload>()
  #semaphore = new Semaphore(partsAtOnce)
  #account = ''
  #lastChosen = 0

  constructor(
    private readonly environment: UploadEnvironment,
    private readonly shown: UploadList,
  ) {
    environment.onReconnect(() => {
      for (const { transfer } of this.#active.values()) transfer?.reconnect()
    })
  }

  /** Adds a file and sends it. A file that would be refused is listed with the reason. */
  add(place: string, file: File): string {
    const id = randomText()
    const { name, size, type } = file
    const code = fileErrorOf(file)
    this.#lastChosen = Math.max(this.environment.clock.now(), this.#lastChosen + 1)
    const upload: Upload = {
      ...{ id, place, name, size, type, chosen_at: this.#lastChosen, sent: 0, isKept: null, file_id: null },
      ...{ batch_id: null, file: null },
      ...(code ? { state: 'failed', failure: { code, message: '' } } : { state: 'waiting', failure: null }),
    }
    this.shown.put(upload)
    const work = this.#activate(id, file)
    if (code) return id
    void this.environment
      .hold(id, work.stop.signal)
      .then(release => {
        work.release = release
      })
      .catch(() => undefined)
    void this.#keep(id, file)
    this.#send(id)
    return id
  }

  /**
   * Resumes uploads that earlier pages left for this account in this workspace. Uploads held by another tab follow once
   * it releases them.
   */
  async restore(): Promise<void> {
    const mine = account()
    if (mine === null) return
    this.#account = mine
    let found: KeptUpload[]
    try {
      found = await this.environment.storage.of(mine)
    } catch (cause) {
      logError('Kept files could not be listed.', cause)
      return
    }
    if (mine !== this.#account) return
    if (found.length === 0) clearDraft(storedUploadsKey)
    for (const kept of found) {
      if (this.#active.has(kept.id)) continue
      this.shown.put({ ...shownFrom(kept, this.environment.clock.now()), state: 'elsewhere' })
      void this.#adopt(kept.id)
    }
  }

  /**
   * Takes over kept uploads of another account and removes those whose bytes are no longer here. Returns how many were
   * taken over.
   */
  async adopt(from: string, place: string): Promise<number> {
    const mine = account()
    if (mine === null) return 0
    const found = await this.environment.storage.of(from)
    const open = found.filter(keptUpload => keptUpload.state !== 'done')
    for (const kept of found) {
      if (!open.includes(kept)) await this.environment.storage.remove(kept.id)
      else await this.environment.storage.put({ ...kept, account: mine, place, file_id: null, batch_id: null })
    }
    if (open.length > 0) writeDraft(storedUploadsKey, true)
    return open.length
  }

  async #adopt(id: string): Promise<void> {
    const work = this.#activate(id, null)
    try {
      work.release = await this.environment.hold(id, work.stop.signal)
      const kept = await this.environment.storage.find(id)
      if (work.stop.signal.aborted) return
      if (!kept) this.#forget(id)
      else {
        const upload = shownFrom(kept, this.environment.clock.now())
        this.shown.change(id, upload)
        if (upload.state === 'waiting') this.#send(id)
      }
    } catch (cause) {
      if (!work.stop.signal.aborted) logError('A kept file could not be resumed.', cause)
    }
  }

  pause(id: string): void {
    this.#active.get(id)?.stop.abort()
    this.shown.change(id, { state: 'paused', failure: null })
    this.#note(id)
  }

  /** Continues a paused upload, or retries a failed one. */
  resume(id: string): void {
    const work = this.#active.get(id)
    if (!work || (work.transfer && !work.stop.signal.aborted)) return
    this.#send(id)
    this.#note(id)
  }

  /** Removes a file from this device and, if the server can be reached, from the server. */
  remove(id: string): void {
    const { file_id, state } = this.#find(id) ?? {}
    this.#forget(id)
    if (file_id && state !== 'done') void call(cancelUpload, { file_id })
  }

  /** Forgets an upload once its file is attached to something. */
  release(id: string): void {
    this.#forget(id)
  }

  move(id: string, place: string): void {
    this.shown.change(id, { place })
    this.#note(id)
  }

  /** Returns the chosen file, or kept bytes up to a size, for a preview; null when they are not here. */
  async bytesOf(id: string, maxBytes: number): Promise<Blob | null> {
    const upload = this.#find(id)
    const file = this.#active.get(id)?.file
    if (file || !upload || upload.size > maxBytes || upload.isKept === false) return file ?? null
    try {
      const parts: ArrayBuffer[] = []
      for (let part = 1; part <= partsOf(upload.size); part += 1) {
        const bytes = await this.environment.storage.part(id, part)
        if (!bytes) return null
        parts.push(bytes)
      }
      return new Blob(parts, { type: upload.type })
    } catch {
      return null
    }
  }

  /** Stops everything, because another account or workspace is open now. */
  leave(): void {
    this.#account = ''
    for (const work of this.#active.values()) {
      work.stop.abort()
      work.release()
    }
    this.#active.clear()
    this.#semaphore = new Semaphore(partsAtOnce)
  }

  #find(id: string): Upload | undefined {
    return this.shown.all().find(upload => upload.id === id)
  }

  #activate(id: string, file: Blob | null): ActiveUpload {
    const work: ActiveUpload = { file, transfer: null, stop: new AbortController(), release: () => undefined }
    this.#active.set(id, work)
    return work
  }

  #forget(id: string): void {
    const work = this.#active.get(id)
    work?.stop.abort()
    this.#active.delete(id)
    this.shown.drop(id)
    // Another tab gets the upload only after the removal, and then finds nothing.
    void this.environment.storage
      .remove(id)
      .catch(() => undefined)
      .finally(() => work?.release())
  }

  #send(id: string): void {
    const work = this.#active.get(id)
    const upload = this.#find(id)
    if (!work || !upload) return
    if (work.stop.signal.aborted) work.stop = new AbortController()
    const { signal } = work.stop
    const { name, size, type, file_id } = upload
    const transfer = new Transfer(
      { id, name, size, type, file_id },
      work.file,
      this.environment,
      this.#semaphore,
      change => {
        if (signal.aborted) return
        this.shown.change(id, change)
        if ('file_id' in change || change.state === 'done') this.#note(id)
        if (change.state === 'done') void this.environment.storage.dropParts(id).catch(() => undefined)
      },
    )
    work.transfer = transfer
    void transfer.run(signal).finally(() => {
      if (work.transfer === transfer) work.transfer = null
    })
  }

  /** Copies a file to this device part by part while it is being sent. */
  async #keep(id: string, file: File): Promise<void> {
    this.#account ||= account() ?? ''
    writeDraft(storedUploadsKey, true)
    const isHere = () => this.#active.has(id)
    try {
      await this.#put(id)
      for (let part = 1; part <= partsOf(file.size) && isHere(); part += 1) {
        if (this.#find(id)?.state === 'done') break
        await this.environment.storage.putPart(id, part, await file.slice(...spanOf(part, file.size)).arrayBuffer())
      }
      if (isHere()) this.shown.change(id, { isKept: true })
      else await this.environment.storage.remove(id)
    } catch (cause) {
      logError('A file could not be kept for a reload.', cause)
      if (isHere()) this.shown.change(id, { isKept: false })
      await this.environment.storage.remove(id).catch(() => undefined)
    }
  }

  /** Stores the progress of an upload. */
  #note(id: string): void {
    if (this.#find(id)?.isKept === false) return
    void this.#put(id).catch((cause: unknown) => logError('The progress of an upload could not be stored.', cause))
  }

  async #put(id: string): Promise<void> {
    const upload = this.#find(id)
    if (!upload || upload.state === 'elsewhere') return
    const { place, name, size, type, chosen_at, file_id, batch_id, state } = upload
    await this.environment.storage.put({
      ...{ id, account: this.#account, place, name, size, type, chosen_at, file_id, batch_id },
      state: state === 'done' || state === 'paused' ? state : 'open',
      done_at: state === 'done' ? this.environment.clock.now() : null,
    })
  }
}

/** An upload as an earlier page left it. */
function shownFrom({ account: _, state, done_at, batch_id = null, ...kept }: KeptUpload, now: number): Upload {
  const upload = { ...kept, batch_id, isKept: true, file: null, failure: null }
  if (state !== 'done') return { ...upload, sent: 0, state: state === 'paused' ? 'paused' : 'waiting' }
  // The server removes files that are attached to nothing within a day.
  const isGone = now - (done_at ?? 0) > attachments.kept
  return { ...upload, sent: kept.size, ...(isGone ? gone : { state }) }
}

const gone = { state: 'failed', failure: { code: bytesMissing, message: '' } } as const
