import { attachments } from '#shared/limits'
import { logError } from '../../../platform/log'
import type { Reel, Take, TapeShelf } from './tape-shelf'

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
export class Tape {
  readonly #held = new Map<string, ArrayBuffer>()
  /** One after the other: pieces have an order. */
  #writing: Promise<void> = Promise.resolve()

  constructor(
    readonly reel: Reel,
    private readonly shelf: TapeShelf,
    /** There is no room on this device. */
    private readonly onFull: () => void,
  ) {}

  get seconds(): number {
    return this.reel.takes.reduce((sum, take) => sum + take.seconds, 0)
  }

  /** Begins another file. */
  begin(type: string): number {
    this.reel.takes.push({
      ...{ type, pieces: 0, confirmed: 0, parts: 0, dropped: 0, seconds: 0 },
      ...{ isClosed: false, file_id: null, isFile: false },
    })
    this.note()
    return this.reel.takes.length - 1
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
    const take = this.take(index)
    const at = take.pieces
    const grown = { pieces: at + 1, seconds: Math.max(take.seconds, seconds) }
    const keep = () => this.shelf.add(copyOf(this.reel, index, grown), index, at, piece)
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
    Object.assign(take, grown)
  }

  async #makeRoom(): Promise<void> {
    for (const [index, take] of this.reel.takes.entries()) {
      if (take.dropped === take.confirmed) continue
      take.dropped = take.confirmed
      await this.shelf.drop(copyOf(this.reel), index, take.dropped).catch(() => undefined)
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
    const take = this.take(index)
    const pieces: Uint8Array[] = []
    let size = 0
    let at = take.confirmed
    for (; at < take.pieces; at += 1) {
      const held = this.#held.get(`${index}.${at}`)
      const piece = held ?? (await this.shelf.piece(this.reel.id, index, at).catch(() => null))
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
    const take = this.take(index)
    for (let at = take.confirmed; at < to; at += 1) {
      // It had no room here, and is nowhere any more.
      if (this.#held.delete(`${index}.${at}`)) take.dropped = to
    }
    take.confirmed = to
    take.parts += 1
    this.note()
  }

  /** The server has nothing of a take any more. Answers whether all of it is here to be sent again. */
  sendAgain(index: number): boolean {
    const take = this.take(index)
    if (take.dropped > 0) return false
    Object.assign(take, { confirmed: 0, parts: 0, file_id: null, isFile: false })
    this.note()
    return true
  }

  change(change: Partial<Pick<Reel, 'name' | 'access' | 'branch_id' | 'batch_id' | 'isWhole'>>): void {
    Object.assign(this.reel, change)
    this.note()
  }

  /** Writes down where it is, after what is being written. */
  note(): void {
    this.#writing = this.#writing
      .then(() => this.shelf.put(copyOf(this.reel)))
      .catch((cause: unknown) => logError('Where a recording is could not be kept.', cause))
  }

  async erase(): Promise<void> {
    await this.#writing
    await this.shelf.remove(this.reel.id).catch((cause: unknown) => logError('A recording could not be erased.', cause))
  }

  take(index: number): Take {
    const take = this.reel.takes[index]
    if (!take) throw new Error(`There is no take ${index}.`)
    return take
  }
}

/** As it is now, or with a take that has grown: what is being written must not change meanwhile. */
const copyOf = (reel: Reel, index?: number, grown?: Partial<Take>): Reel => ({
  ...reel,
  takes: reel.takes.map((take, at) => ({ ...take, ...(at === index && grown) })),
})
