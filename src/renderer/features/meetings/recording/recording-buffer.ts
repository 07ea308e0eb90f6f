import { attachments } from '#shared/contract/attachments/limits'
import { logError } from '../../../platform/log'
import type { RecordingMeta, RecordingSegment, RecordingStorage } from './recording-storage'

/** The next part of an upload, made of the pieces up to but not including `to`. */
export interface NextPart {
  bytes: Uint8Array<ArrayBuffer>
  to: number
}

/**
 * A recording and its sound. Each piece is stored on this device first and stays until the document exists, longer than
 * the server needs to confirm it. When the device is full, confirmed pieces are dropped first, and pieces that still do
 * not fit stay in the memory of this tab.
 */
export class RecordingBuffer {
  readonly #held = new Map<string, ArrayBuffer>()
  /** Serialises writes, because pieces have an order. */
  #writing: Promise<void> = Promise.resolve()

  constructor(
    readonly meta: RecordingMeta,
    private readonly storage: RecordingStorage,
    /** Called when this device has no room. */
    private readonly onFull: () => void,
  ) {}

  get seconds(): number {
    return this.meta.takes.reduce((sum, segment) => sum + segment.seconds, 0)
  }

  /** Starts another file. */
  begin(type: string): number {
    this.meta.takes.push({
      ...{ type, pieces: 0, confirmed: 0, parts: 0, dropped: 0, seconds: 0 },
      ...{ isClosed: false, file_id: null, isFile: false },
    })
    this.note()
    return this.meta.takes.length - 1
  }

  /**
   * Adds recorded sound. `seconds` is the length of the file including it. Resolves when the sound is stored, on the
   * device or in memory.
   */
  async add(index: number, bytes: ArrayBuffer, seconds: number): Promise<void> {
    for (let from = 0; from < bytes.byteLength; from += attachments.partBytes) {
      const piece = bytes.slice(from, from + attachments.partBytes)
      this.#writing = this.#writing.then(() => this.#put(index, piece, seconds))
    }
    await this.#writing
  }

  async #put(index: number, piece: ArrayBuffer, seconds: number): Promise<void> {
    const segment = this.take(index)
    const at = segment.pieces
    const grown = { pieces: at + 1, seconds: Math.max(segment.seconds, seconds) }
    const keep = () => this.storage.add(copyOf(this.meta, index, grown), index, at, piece)
    try {
      await keep().catch(async (cause: unknown) => {
        logError('There was no room for a piece of a recording.', cause)
        await this.#makeRoom()
        await keep()
      })
    } catch {
      this.#held.set(`${index}.${at}`, piece)
      this.onFull()
    }
    // Updated only after the write, because the sender reads what the counters announce.
    Object.assign(segment, grown)
  }

  async #makeRoom(): Promise<void> {
    for (const [index, segment] of this.meta.takes.entries()) {
      if (segment.dropped === segment.confirmed) continue
      segment.dropped = segment.confirmed
      await this.storage.drop(copyOf(this.meta), index, segment.dropped).catch(() => undefined)
    }
  }

  /** Ends the file. Resolves when its last piece is stored. */
  async close(index: number): Promise<void> {
    await this.#writing
    this.take(index).isClosed = true
    this.note()
    await this.#writing
  }

  /** Returns the next part of a segment, with as many pieces as fit; null when a piece is no longer on this device. */
  async next(index: number): Promise<NextPart | null> {
    const segment = this.take(index)
    const pieces: Uint8Array[] = []
    let size = 0
    let at = segment.confirmed
    for (; at < segment.pieces; at += 1) {
      const held = this.#held.get(`${index}.${at}`)
      const piece = held ?? (await this.storage.piece(this.meta.id, index, at).catch(() => null))
      if (!piece) return null
      if (size + piece.byteLength > attachments.partBytes) break
      pieces.push(new Uint8Array(piece))
      size += piece.byteLength
    }
    const bytes = new Uint8Array(size)
    let filled = 0
    for (const piece of pieces) {
      bytes.set(piece, filled)
      filled += piece.byteLength
    }
    return { bytes, to: at }
  }

  confirm(index: number, { to }: NextPart): void {
    const segment = this.take(index)
    for (let at = segment.confirmed; at < to; at += 1) {
      // This piece was in memory only, and is now gone from this device.
      if (this.#held.delete(`${index}.${at}`)) segment.dropped = to
    }
    segment.confirmed = to
    segment.parts += 1
    this.note()
  }

  /** Resets a segment that the server has lost. Returns whether all of it is still here to send again. */
  sendAgain(index: number): boolean {
    const segment = this.take(index)
    if (segment.dropped > 0) return false
    Object.assign(segment, { confirmed: 0, parts: 0, file_id: null, isFile: false })
    this.note()
    return true
  }

  change(change: Partial<Omit<RecordingMeta, 'id' | 'account' | 'started_at' | 'takes'>>): void {
    Object.assign(this.meta, change)
    this.note()
  }

  /** Stores the progress after pending writes. */
  note(): void {
    this.#writing = this.#writing
      .then(() => this.storage.put(copyOf(this.meta)))
      .catch((cause: unknown) => logError('The progress of a recording could not be stored.', cause))
  }

  async erase(): Promise<void> {
    await this.#writing
    await this.storage
      .remove(this.meta.id)
      .catch((cause: unknown) => logError('A recording could not be erased.', cause))
  }

  take(index: number): RecordingSegment {
    const take = this.meta.takes[index]
    if (!take) throw new Error(`There is no segment ${index}.`)
    return take
  }
}

/** Copies the metadata, optionally with a segment that has grown, so that it cannot change during a write. */
const copyOf = (meta: RecordingMeta, index?: number, grown?: Partial<RecordingSegment>): RecordingMeta => ({
  ...meta,
  takes: meta.takes.map((segment, at) => ({ ...segment, ...(at === index && grown) })),
})
