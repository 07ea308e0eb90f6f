import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Header, Pax } from 'tar'

const block = 512
/** A header is written when its size is known, so the space for it must not depend on the size. */
const longestPlainPath = 99

/** Writes a tar file from streams whose lengths are not known before. */
export class TarWriter {
  #offset = 0

  private constructor(
    private readonly file: FileHandle,
    private readonly mtime: Date,
  ) {}

  /** Creates the file, readable by its owner only; fails if there is one. */
  static async create(path: string, mtime: Date): Promise<TarWriter> {
    return new TarWriter(await open(path, 'wx', 0o600), mtime)
  }

  /** Appends a file and returns its length in bytes. If the content breaks off, the archive is as before, and goes on. */
  async add(path: string, content: AsyncIterable<Buffer | string>): Promise<number> {
    const before = this.#offset
    try {
      return await this.#append(path, content)
    } catch (error) {
      await this.file.truncate(before)
      this.#offset = before
      throw error
    }
  }

  async #append(path: string, content: AsyncIterable<Buffer | string>): Promise<number> {
    if (Buffer.byteLength(path) > longestPlainPath) await this.#write(new Pax({ path }).encode())
    const start = this.#offset
    this.#offset += block
    let size = 0
    for await (const piece of content) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      await this.#write(bytes)
      size += bytes.length
    }
    const end = this.#offset
    this.#offset = start
    await this.#write(this.#header(path.slice(0, longestPlainPath), size))
    this.#offset = end
    await this.#write(Buffer.alloc((block - (size % block)) % block))
    return size
  }

  /** Ends the file; it is on disk when this returns. */
  async finish(): Promise<void> {
    await this.#write(Buffer.alloc(2 * block))
    await this.file.sync()
    await this.file.close()
  }

  async abandon(): Promise<void> {
    await this.file.close().catch(() => {})
  }

  #header(path: string, size: number): Buffer {
    const bytes = Buffer.alloc(block)
    new Header({ path, size, mode: 0o600, type: 'File', mtime: this.mtime }).encode(bytes)
    return bytes
  }

  async #write(bytes: Buffer): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.file.write(bytes, done, bytes.length - done, this.#offset)
      done += bytesWritten
      this.#offset += bytesWritten
    }
  }
}

interface TarEntry {
  path: string
  size: number
  content(): Readable
}

/** The files of a tar, in their order. Throws if the file is cut off or no tar. */
export async function* readTar(file: string): AsyncGenerator<TarEntry> {
  const handle = await open(file, 'r')
  const readAt = async (from: number, size: number) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, from)
    if (bytesRead < size) throw new Error('the file is cut off')
    return buffer
  }
  try {
    for (let offset = 0, long: string | undefined; ; ) {
      const bytes = await readAt(offset, block)
      const header = new Header(bytes)
      if (header.nullBlock) return
      if (!header.cksumValid || header.path === undefined || header.size === undefined)
        throw new Error('the file is damaged, or no backup')
      const { path, size } = header
      const start = offset + block
      if (header.type === 'ExtendedHeader') long = Pax.parse((await readAt(start, size)).toString('utf8')).path
      else {
        const content = () =>
          size === 0 ? Readable.from([]) : createReadStream(file, { start, end: start + size - 1 })
        yield { path: long ?? path, size, content }
        long = undefined
      }
      offset = start + Math.ceil(size / block) * block
    }
  } finally {
    await handle.close()
  }
}
