import { dimensions as size } from './frames'

/** Length of a lower triangle, its rows one after the other. */
const triangle = (size * (size + 1)) / 2
/** The number of parameters of one Gaussian. */
export const parameters = size + triangle

/** Count, sum and sum of products of vectors: everything that a Gaussian needs, and additive. */
export class Moments {
  count = 0
  readonly sum = new Float64Array(size)
  readonly products = new Float64Array(triangle)

  add(vector: Float64Array): void {
    this.count += 1
    let at = 0
    for (let i = 0; i < size; i += 1) {
      const value = vector[i] ?? 0
      this.sum[i] = (this.sum[i] ?? 0) + value
      for (let j = 0; j <= i; j += 1) {
        this.products[at] = (this.products[at] ?? 0) + value * (vector[j] ?? 0)
        at += 1
      }
    }
  }

  merge(other: Moments): void {
    this.#add(other, 1)
  }

  remove(other: Moments): void {
    this.#add(other, -1)
  }

  #add(other: Moments, times: number): void {
    this.count += times * other.count
    for (let i = 0; i < size; i += 1) this.sum[i] = (this.sum[i] ?? 0) + times * (other.sum[i] ?? 0)
    for (let i = 0; i < triangle; i += 1) {
      this.products[i] = (this.products[i] ?? 0) + times * (other.products[i] ?? 0)
    }
  }
}

/** The likelihood of vectors under the Gaussian of some moments. */
export class Density {
  readonly #mean: Float64Array
  /** The inverse of Cholesky's factor of the covariance. */
  readonly #whitening: Float64Array
  /** The inverse of the covariance. */
  readonly #precision: Float64Array
  readonly #constant: number

  constructor(moments: Moments, prior: Float64Array, weight: number) {
    this.#mean = moments.sum.map(sum => sum / moments.count)
    fillCovariance(moments, undefined, prior, weight)
    this.#constant = -factorise() / 2
    this.#whitening = inverseOfFactor()
    this.#precision = precisionOf(this.#whitening)
  }

  /** The log likelihood, up to a constant that all densities share. */
  at(vector: Float64Array): number {
    let distance = 0
    let index = 0
    for (let i = 0; i < size; i += 1) {
      let whitened = 0
      for (let j = 0; j <= i; j += 1) {
        whitened += (this.#whitening[index] ?? 0) * ((vector[j] ?? 0) - (this.#mean[j] ?? 0))
        index += 1
      }
      distance += whitened * whitened
    }
    return this.#constant - distance / 2
  }

  /** The same, summed over the vectors of some moments. */
  over({ count, sum, products }: Moments): number {
    let distance = 0
    let index = 0
    for (let i = 0; i < size; i += 1) {
      const meanI = this.#mean[i] ?? 0
      for (let j = 0; j <= i; j += 1) {
        const meanJ = this.#mean[j] ?? 0
        const scatter = (products[index] ?? 0) - meanI * (sum[j] ?? 0) - meanJ * (sum[i] ?? 0) + count * meanI * meanJ
        distance += (i === j ? 1 : 2) * (this.#precision[index] ?? 0) * scatter
        index += 1
      }
    }
    return count * this.#constant - distance / 2
  }
}

const covariance = new Float64Array(triangle)
const factor = new Float64Array(triangle)

/**
 * The logarithm of the determinant of the covariance of some vectors, or of two sets together, drawn to `prior` as by
 * `weight` vectors.
 */
export function logDeterminant(
  some: Moments,
  others: Moments | undefined,
  prior: Float64Array,
  weight: number,
): number {
  fillCovariance(some, others, prior, weight)
  return factorise()
}

export function covarianceOf(moments: Moments): Float64Array {
  fillCovariance(moments, undefined, covariance, 0)
  return covariance.slice()
}

function fillCovariance(some: Moments, others: Moments | undefined, prior: Float64Array, weight: number): void {
  const count = some.count + (others?.count ?? 0)
  let at = 0
  for (let i = 0; i < size; i += 1) {
    const a = (some.sum[i] ?? 0) + (others?.sum[i] ?? 0)
    for (let j = 0; j <= i; j += 1) {
      const b = (some.sum[j] ?? 0) + (others?.sum[j] ?? 0)
      const product = (some.products[at] ?? 0) + (others?.products[at] ?? 0)
      covariance[at] = (product - (a * b) / count + weight * (prior[at] ?? 0)) / (count + weight)
      at += 1
    }
  }
}

/** Fills Cholesky's factor of the covariance; returns the logarithm of the covariance's determinant. */
function factorise(): number {
  let sum = 0
  for (let i = 0; i < size; i += 1) {
    const row = (i * (i + 1)) / 2
    for (let j = 0; j <= i; j += 1) {
      const other = (j * (j + 1)) / 2
      let value = covariance[row + j] ?? 0
      for (let k = 0; k < j; k += 1) value -= (factor[row + k] ?? 0) * (factor[other + k] ?? 0)
      if (j < i) {
        factor[row + j] = value / (factor[other + j] ?? 1)
        continue
      }
      // Constant sound, such as digital silence, has no variance.
      const variance = Math.max(value, 1e-6)
      factor[row + j] = Math.sqrt(variance)
      sum += Math.log(variance)
    }
  }
  return sum
}

function inverseOfFactor(): Float64Array {
  const inverse = new Float64Array(triangle)
  for (let column = 0; column < size; column += 1) {
    for (let i = column; i < size; i += 1) {
      const row = (i * (i + 1)) / 2
      let value = i === column ? 1 : 0
      for (let k = column; k < i; k += 1) value -= (factor[row + k] ?? 0) * (inverse[(k * (k + 1)) / 2 + column] ?? 0)
      inverse[row + column] = value / (factor[row + i] ?? 1)
    }
  }
  return inverse
}

function precisionOf(whitening: Float64Array): Float64Array {
  const precision = new Float64Array(triangle)
  for (let k = 0; k < size; k += 1) {
    const row = (k * (k + 1)) / 2
    let index = 0
    for (let i = 0; i <= k; i += 1) {
      for (let j = 0; j <= i; j += 1) {
        precision[index] = (precision[index] ?? 0) + (whitening[row + i] ?? 0) * (whitening[row + j] ?? 0)
        index += 1
      }
    }
  }
  return precision
}
