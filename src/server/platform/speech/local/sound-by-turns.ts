import { sampleRate } from '../pieces'

/** Sound that is read once from start to end, section by section. */
export class SoundByTurns {
  readonly #chunks: AsyncIterator<Float32Array>
  #chunk: Float32Array = new Float32Array(0)
  /** The position of the chunk's first sample in the recording. */
  #at = 0

  constructor(pcm: AsyncIterable<Float32Array>) {
    this.#chunks = pcm[Symbol.asyncIterator]()
  }

  /** The sound between two times in seconds, of which the first is not before the end of the last section. */
  async *between(start: number, end: number): AsyncGenerator<Float32Array, void, undefined> {
    const from = Math.round(start * sampleRate)
    const to = Math.round(end * sampleRate)
    for (;;) {
      const part = this.#chunk.subarray(Math.max(0, from - this.#at), Math.max(0, to - this.#at))
      if (part.length > 0) yield part
      if (this.#at + this.#chunk.length >= to) return
      const { done, value } = await this.#chunks.next()
      if (done) return
      this.#at += this.#chunk.length
      this.#chunk = value
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}
