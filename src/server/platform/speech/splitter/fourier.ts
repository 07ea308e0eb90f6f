/**
 * The discrete Fourier transform in place, radix 2 with precomputed tables (Cooley and Tukey, "An algorithm for the
 * machine calculation of complex Fourier series", Mathematics of Computation 19, 1965).
 */
export class Fourier {
  readonly #reversed: Uint32Array
  readonly #cos: Float64Array
  readonly #sin: Float64Array

  /** `size` must be a power of two. */
  constructor(readonly size: number) {
    const bits = Math.log2(size)
    if (!Number.isInteger(bits)) throw new RangeError(`${size} is not a power of two`)
    this.#reversed = Uint32Array.from({ length: size }, (_, i) => reversed(i, bits))
    this.#cos = Float64Array.from({ length: size / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / size))
    this.#sin = Float64Array.from({ length: size / 2 }, (_, i) => Math.sin((2 * Math.PI * i) / size))
  }

  transform(re: Float64Array, im: Float64Array): void {
    this.#reorder(re, im)
    const { size } = this
    for (let half = 1; half < size; half *= 2) {
      const stride = size / (2 * half)
      for (let k = 0; k < half; k += 1) {
        const c = this.#cos[k * stride] ?? 0
        const s = this.#sin[k * stride] ?? 0
        for (let a = k; a < size; a += 2 * half) {
          const b = a + half
          const x = re[b] ?? 0
          const y = im[b] ?? 0
          const tr = x * c + y * s
          const ti = y * c - x * s
          const ar = re[a] ?? 0
          const ai = im[a] ?? 0
          re[b] = ar - tr
          im[b] = ai - ti
          re[a] = ar + tr
          im[a] = ai + ti
        }
      }
    }
  }

  #reorder(re: Float64Array, im: Float64Array): void {
    for (let i = 0; i < this.size; i += 1) {
      const j = this.#reversed[i] ?? 0
      if (j <= i) continue
      const r = re[i] ?? 0
      const m = im[i] ?? 0
      re[i] = re[j] ?? 0
      im[i] = im[j] ?? 0
      re[j] = r
      im[j] = m
    }
  }
}

function reversed(value: number, bits: number): number {
  let result = 0
  for (let bit = 0; bit < bits; bit += 1) result |= ((value >> bit) & 1) << (bits - 1 - bit)
  return result
}
