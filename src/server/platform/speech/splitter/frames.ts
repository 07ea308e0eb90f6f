/** Frames a second, one each 16 ms. */
export const frameRate = 62.5
/** Coefficients that describe the timbre of one frame. */
export const dimensions = 19

/** Frames in a block; blocks let recordings grow without copying. */
const blockLength = 1 << 14
/** Quantisation steps of a cepstral coefficient, of a level in dB, and of an octave. */
const steps = { cepstrum: 256, level: 128, octave: 1024 }

/** The features of one frame. `pitch` is in octaves above 1 Hz and meaningful where `voicing` (0–1) is high. */
export interface Frame {
  cepstrum: Float64Array
  /** dB relative to full scale. */
  level: number
  voicing: number
  pitch: number
}

interface Block {
  cepstrum: Int16Array
  level: Int16Array
  voicing: Uint8Array
  pitch: Int16Array
}

/** What is stored of a recording: 43 bytes a frame, under 40 MB for 4 hours. */
export class Frames {
  readonly #blocks: Block[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  add({ cepstrum, level, voicing, pitch }: Frame): void {
    const at = this.#length % blockLength
    if (at === 0) this.#blocks.push(emptyBlock())
    const block = this.#blockOf(this.#length)
    for (let d = 0; d < dimensions; d += 1) {
      block.cepstrum[at * dimensions + d] = whole((cepstrum[d] ?? 0) * steps.cepstrum)
    }
    block.level[at] = whole(level * steps.level)
    block.voicing[at] = Math.round(Math.min(Math.max(voicing, 0), 1) * 255)
    block.pitch[at] = whole(pitch * steps.octave)
    this.#length += 1
  }

  /** Writes the cepstrum of a frame into `out`, from `offset` on. */
  readCepstrum(frame: number, out: Float64Array | Float32Array, offset = 0): void {
    const { cepstrum } = this.#blockOf(frame)
    const from = (frame % blockLength) * dimensions
    for (let d = 0; d < dimensions; d += 1) out[offset + d] = (cepstrum[from + d] ?? 0) / steps.cepstrum
  }

  level(frame: number): number {
    return (this.#blockOf(frame).level[frame % blockLength] ?? 0) / steps.level
  }

  voicing(frame: number): number {
    return (this.#blockOf(frame).voicing[frame % blockLength] ?? 0) / 255
  }

  pitch(frame: number): number {
    return (this.#blockOf(frame).pitch[frame % blockLength] ?? 0) / steps.octave
  }

  #blockOf(frame: number): Block {
    const block = this.#blocks[Math.floor(frame / blockLength)]
    if (!block) throw new RangeError(`there is no frame ${frame}`)
    return block
  }
}

function emptyBlock(): Block {
  return {
    cepstrum: new Int16Array(blockLength * dimensions),
    level: new Int16Array(blockLength),
    voicing: new Uint8Array(blockLength),
    pitch: new Int16Array(blockLength),
  }
}

function whole(value: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(value)))
}
