import { CameraTrouble } from './trouble'

/** Bytes of the headers of one part. */
const longestHeader = 8_000

/**
 * Parses `multipart/x-mixed-replace` as cameras send it: with or without lengths, with dashes inside the boundary, with
 * bare line feeds. Throws {@link CameraTrouble} `not_a_picture` for parts that are too long; incomplete parts are
 * dropped.
 */
export class MultipartParser {
  readonly #delimiter: Buffer
  #buffer = Buffer.alloc(0)
  #length = 0
  /** Where the search for the delimiter continues; earlier bytes were already searched. */
  #looked = 0
  #state: 'delimiter' | 'headers' | { body: number | null } = 'delimiter'

  constructor(
    boundary: string,
    /** Limit for the bytes of one part. */
    private readonly longestPart: number,
    /** Receives a copy of each part. */
    private readonly found: (part: Buffer) => void,
  ) {
    this.#delimiter = Buffer.from(`--${boundary.replace(/^-+/, '')}`)
  }

  push(chunk: Buffer): void {
    this.#append(chunk)
    while (this.#step());
  }

  /** Returns whether the buffer may hold more to parse. */
  #step(): boolean {
    if (this.#state === 'delimiter') return this.#skipToDelimiter()
    if (this.#state === 'headers') return this.#readHeaders()
    const { body } = this.#state
    return body === null ? this.#readToDelimiter() : this.#readBytes(body)
  }

  #skipToDelimiter(): boolean {
    const at = this.#indexOfDelimiter()
    if (at < 0) {
      this.#drop(this.#looked)
      return false
    }
    this.#drop(at + this.#delimiter.length)
    this.#state = 'headers'
    return true
  }

  #readHeaders(): boolean {
    const text = this.#bytes().toString('latin1', 0, Math.min(this.#length, longestHeader))
    // The first line is the rest of the delimiter line.
    const [end] = text.match(/\r?\n\r?\n/) ?? []
    if (end === undefined) {
      if (this.#length >= longestHeader) throw new CameraTrouble('not_a_picture', 'the headers of a part are too long')
      return false
    }
    const at = text.indexOf(end)
    const length = /\ncontent-length[ \t]*:[ \t]*(\d{1,15})[ \t]*\r?(\n|$)/i.exec(text.slice(0, at))?.[1]
    this.#drop(at + end.length)
    this.#state = { body: length === undefined || Number(length) === 0 ? null : Number(length) }
    return true
  }

  #readBytes(count: number): boolean {
    if (count > this.longestPart) throw tooLong()
    if (this.#length < count) return false
    this.#take(count)
    return true
  }

  #readToDelimiter(): boolean {
    const at = this.#indexOfDelimiter()
    if ((at < 0 ? this.#length : at) > this.longestPart + this.#delimiter.length) throw tooLong()
    if (at < 0) return false
    this.#take(at)
    return true
  }

  #take(count: number): void {
    this.found(Buffer.from(this.#bytes().subarray(0, count)))
    this.#drop(count)
    this.#state = 'delimiter'
  }

  #indexOfDelimiter(): number {
    const at = this.#bytes().indexOf(this.#delimiter, this.#looked)
    if (at < 0) this.#looked = Math.max(0, this.#length - this.#delimiter.length + 1)
    return at
  }

  #bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Grows by doubling: pictures arrive in hundreds of chunks, and copying everything for each would be slow. */
  #append(chunk: Buffer): void {
    const needed = this.#length + chunk.length
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#buffer.length))
      this.#buffer.copy(larger, 0, 0, this.#length)
      this.#buffer = larger
    }
    chunk.copy(this.#buffer, this.#length)
    this.#length = needed
  }

  #drop(count: number): void {
    this.#buffer.copyWithin(0, count, this.#length)
    this.#length -= count
    this.#looked = 0
  }
}

/** The boundary in a Content-Type of multipart, or undefined for other types. */
export function boundaryIn(contentType: string | undefined): string | undefined {
  if (!contentType || !/^\s*multipart\//i.test(contentType)) return undefined
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain ?? ''
  return boundary.replace(/^-+/, '') === '' ? undefined : boundary
}

function tooLong(): CameraTrouble {
  return new CameraTrouble('not_a_picture', 'a picture is too large')
}
