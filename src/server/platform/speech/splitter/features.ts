import { Fourier } from './fourier'
import { dimensions, type Frame, type Frames } from './frames'

/** Samples a second that the extractor expects. */
export const sampleRate = 16_000
const windowLength = 512
const hop = 256
/** Twice the window, so that the autocorrelation does not wrap around. */
const size = 1024
const filters = 32
const lowestFrequency = 80
const highestFrequency = 7_400
/** Pitch is searched between these, in samples a period: 400 Hz and 62.5 Hz. */
const shortestPeriod = 40
const longestPeriod = 256
/** Above this, breath noise hides what is periodic. */
const pitchCeiling = 2_000
/** Power of one bit of noise in 16-bit sound, so that digital silence has a logarithm. */
const quiet = 1e-10

/**
 * Turns sound into frames: mel-frequency cepstra without the zeroth, so that loudness has no influence (Davis and
 * Mermelstein, "Comparison of parametric representations for monosyllabic word recognition", IEEE Trans. ASSP 28,
 * 1980), and the pitch from the autocorrelation divided by the window's own (Boersma, "Accurate short-term analysis of
 * the fundamental frequency", IFA Proc. 17, 1993).
 */
export class FeatureExtractor {
  readonly #fourier = new Fourier(size)
  readonly #window = hann(windowLength)
  readonly #windowPeriodicity: Float64Array
  readonly #melBank = melBank()
  readonly #cosines = cosineTable()
  readonly #re = new Float64Array(size)
  readonly #im = new Float64Array(size)
  readonly #powers: readonly [Float64Array, Float64Array] = [
    new Float64Array(size / 2 + 1),
    new Float64Array(size / 2 + 1),
  ]
  readonly #mel = new Float64Array(filters)
  readonly #frame: Frame = { cepstrum: new Float64Array(dimensions), level: 0, voicing: 0, pitch: 0 }
  /** Two windows, one hop apart, go through one complex transform. */
  readonly #pending = new Float64Array(windowLength + hop)
  #filled = 0

  constructor(private readonly frames: Frames) {
    this.#windowPeriodicity = autocorrelation(this.#window, longestPeriod + 1)
  }

  /** Takes any number of samples; `onPair` runs after each two frames. */
  push(samples: Float32Array): void {
    let taken = 0
    while (taken < samples.length) {
      const room = Math.min(samples.length - taken, this.#pending.length - this.#filled)
      this.#pending.set(samples.subarray(taken, taken + room), this.#filled)
      this.#filled += room
      taken += room
      if (this.#filled === this.#pending.length) this.#analysePair()
    }
  }

  /** Ends the sound; the last frames are filled with silence. */
  finish(): void {
    if (this.#filled <= windowLength - hop) return
    this.#pending.fill(0, this.#filled)
    this.#filled = this.#pending.length
    this.#analysePair()
  }

  #analysePair(): void {
    const [first, second] = this.#powers
    this.#transformPair()
    this.#splitPowers()
    this.#transformPowers()
    this.#describe(first, this.#re)
    this.#describe(second, this.#im)
    this.#pending.copyWithin(0, 2 * hop)
    this.#filled = this.#pending.length - 2 * hop
  }

  #transformPair(): void {
    const re = this.#re.fill(0)
    const im = this.#im.fill(0)
    for (let i = 0; i < windowLength; i += 1) {
      const weight = this.#window[i] ?? 0
      re[i] = weight * (this.#pending[i] ?? 0)
      im[i] = weight * (this.#pending[i + hop] ?? 0)
    }
    this.#fourier.transform(re, im)
  }

  /** Separates the two signals: a real signal's spectrum is conjugate symmetric. */
  #splitPowers(): void {
    const [first, second] = this.#powers
    for (let k = 0; k <= size / 2; k += 1) {
      const mirror = (size - k) % size
      const a = this.#re[k] ?? 0
      const b = this.#im[k] ?? 0
      const c = this.#re[mirror] ?? 0
      const d = this.#im[mirror] ?? 0
      first[k] = ((a + c) ** 2 + (b - d) ** 2) / 4
      second[k] = ((b + d) ** 2 + (a - c) ** 2) / 4
    }
  }

  /** The power spectrum's transform is the autocorrelation; of both at once, since both are real and even. */
  #transformPowers(): void {
    const [first, second] = this.#powers
    const re = this.#re.fill(0)
    const im = this.#im.fill(0)
    const ceiling = Math.round((pitchCeiling * size) / sampleRate)
    for (let k = 1; k <= ceiling; k += 1) {
      re[k] = first[k] ?? 0
      im[k] = second[k] ?? 0
      re[size - k] = re[k] ?? 0
      im[size - k] = im[k] ?? 0
    }
    this.#fourier.transform(re, im)
  }

  #describe(power: Float64Array, periodicity: Float64Array): void {
    const frame = this.#frame
    frame.level = 10 * Math.log10(this.#fillMel(power) / (size * windowLength) + quiet)
    this.#fillCepstrum(frame.cepstrum)
    this.#findPitch(periodicity, frame)
    this.frames.add(frame)
  }

  /** Fills the logarithms of the mel bands; returns their total power. */
  #fillMel(power: Float64Array): number {
    let total = 0
    for (const [index, { from, weights }] of this.#melBank.entries()) {
      let sum = 0
      for (let k = 0; k < weights.length; k += 1) sum += (weights[k] ?? 0) * (power[from + k] ?? 0)
      this.#mel[index] = Math.log(sum + quiet * size * windowLength)
      total += sum
    }
    return total
  }

  #fillCepstrum(cepstrum: Float64Array): void {
    for (let d = 0; d < dimensions; d += 1) {
      let sum = 0
      for (let m = 0; m < filters; m += 1) sum += (this.#cosines[d * filters + m] ?? 0) * (this.#mel[m] ?? 0)
      cepstrum[d] = sum
    }
  }

  #findPitch(periodicity: Float64Array, frame: Frame): void {
    const whole = periodicity[0] ?? 0
    frame.voicing = 0
    frame.pitch = 0
    if (whole <= quiet * size) return
    let best = 0
    for (let lag = shortestPeriod; lag <= longestPeriod; lag += 1) {
      const value = this.#periodicityAt(periodicity, lag, whole)
      const isPeak =
        value > this.#periodicityAt(periodicity, lag - 1, whole) &&
        value >= this.#periodicityAt(periodicity, lag + 1, whole)
      // Each octave down costs a little, because a period fits twice as well as once.
      const score = value - 0.02 * Math.log2(lag / shortestPeriod)
      if (!isPeak || score <= best) continue
      best = score
      frame.voicing = value
      frame.pitch = Math.log2(sampleRate / lag)
    }
  }

  #periodicityAt(periodicity: Float64Array, lag: number, whole: number): number {
    return (periodicity[lag] ?? 0) / whole / (this.#windowPeriodicity[lag] || 1)
  }
}

function hann(length: number): Float64Array {
  return Float64Array.from({ length }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / length))
}

function autocorrelation(values: Float64Array, lags: number): Float64Array {
  const at = (lag: number) => values.reduce((sum, value, i) => sum + value * (values[i + lag] ?? 0), 0)
  return Float64Array.from({ length: lags + 1 }, (_, lag) => at(lag) / at(0))
}

function melBank(): { from: number; weights: Float64Array }[] {
  const mel = (frequency: number) => 1127 * Math.log(1 + frequency / 700)
  const lowest = mel(lowestFrequency)
  const width = (mel(highestFrequency) - lowest) / (filters + 1)
  return Array.from({ length: filters }, (_, index) => {
    const heights = Array.from({ length: size / 2 + 1 }, (_, k) => {
      const distance = (mel((k * sampleRate) / size) - lowest) / width - (index + 1)
      return Math.max(0, 1 - Math.abs(distance))
    })
    const from = heights.findIndex(height => height > 0)
    const to = heights.findLastIndex(height => height > 0)
    return { from, weights: Float64Array.from(heights.slice(from, to + 1)) }
  })
}

/** The orthonormal cosine transform from the second row on. */
function cosineTable(): Float64Array {
  return Float64Array.from({ length: dimensions * filters }, (_, i) => {
    const row = Math.floor(i / filters) + 1
    return Math.sqrt(2 / filters) * Math.cos((Math.PI * row * ((i % filters) + 0.5)) / filters)
  })
}
