import { attachments } from '#shared/limits'
import { logError } from '../../../platform/log'
import type { RecordingMeta, RecordingSegment, RecordingStorage } from './recording-storage'

/** What the next part of an upload is made of: pieces from `from` up to `to`, not included. */
export interface NextPart {
  bytes: Uint8Array<ArrayBuffer>
  to: number
}

/**
 * One recording and its sound. A piece is kept on this device before anything else happens to it, and for longer than the server
 * needs to confirm it: until there is a document. Where the device has no room, confirmed pieces go first, and what has no place at
 * all is held in this tab.
 */
export class RecordingBuffer {
  readonly #held = new Map<string, ArrayBuffer>()
  /** One after the other: pieces have an order. */
  #writing: Promise<void> = Promise.resolve()

  constructor(
    readonly meta: RecordingMeta,
    private readonly storage: RecordingStorage,
    /** There is no room on this device. */
    private readonly onFull: () => void,
  ) {}

  get seconds(): number {
    return this.meta.takes.reduce((sum, segment) => sum + segment.seconds, 0)
  }

  /** Begins another file. */
  begin(type: string): number {
    this.meta.takes.push({
      ...{ type, pieces: 0, confirmed: 0, parts: 0, dropped: 0, seconds: 0 },
      ...{ isClosed: false, file_id: null, isFile: false },
    })
    this.note()
    return this.meta.takes.length - 1
  }

  /** Takes what was recorded. `seconds`: how long the file is with it. Resolves when it is kept, here or in this tab. */
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
        logError('A piece of a recording found no room.', cause)
        await this.#makeRoom()
        await keep()
      })
    } catch {
      this.#held.set(`${index}.${at}`, piece)
      this.onFull()
    }
    // Only now: who sends reads what is there.
    Object.assign(segment, grown)
  }

  async #makeRoom(): Promise<void> {
    for (const [index, segment] of this.meta.takes.entries()) {
      if (segment.dropped === segment.confirmed) continue
      segment.dropped = segment.confirmed
      await this.storage.drop(copyOf(this.meta), index, segment.dropped).catch(() => undefined)
    }
  }

  /** The file is over. Resolves when its last piece is kept. */
  async close(index: number): Promise<void> {
    await this.#writing
    this.take(index).isClosed = true
    this.note()
    await this.#writing
  }

  /** The next part of a take: as many pieces as go into one. Null where a piece is not here any more. */
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
      // It had no room here, and is nowhere any more.
      if (this.#held.delete(`${index}.${at}`)) segment.dropped = to
    }
    segment.confirmed = to
    segment.parts += 1
    this.note()
  }

  /** The server has nothing of a take any more. Answers whether all of it is here to be sent again. */
  sendAgain(index: number): boolean {
    const segment = this.take(index)
    if (segment.dropped > 0) return false
    Object.assign(segment, { confirmed: 0, parts: 0, file_id: null, isFile: false })
    this.note()
    return true
  }

  change(change: Partial<Pick<RecordingMeta, 'name' | 'access' | 'branch_id' | 'batch_id' | 'isWhole'>>): void {
    Object.assign(this.meta, change)
    this.note()
  }

  /** Writes down where it is, after what is being written. */
  note(): void {
    this.#writing = this.#writing
      .then(() => this.storage.put(copyOf(this.meta)))
      .catch((cause: unknown) => logError('Where a recording is could not be kept.', cause))
  }

  async erase(): Promise<void> {
    await this.#writing
    await this.storage
      .remove(this.meta.id)
      .catch((cause: unknown) => logError('A recording could not be erased.', cause))
  }

  take(index: number): RecordingSegment {
    const take = this.meta.takes[index]
    if (!take) throw new Error(`There is no take ${index}.`)
    return take
  }
}

/** As it is now, or with a take that has grown: what is being written must not change meanwhile. */
const copyOf = (meta: RecordingMeta, index?: number, grown?: Partial<RecordingSegment>): RecordingMeta => ({
  ...meta,
  takes: meta.takes.map((segment, at) => ({ ...segment, ...(at === index && grown) })),
})
