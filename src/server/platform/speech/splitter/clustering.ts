import { logDeterminant, Moments } from './gaussian'
import type { Pace } from './pace'

/** Pieces of sound that are assumed to be one voice. */
export interface Cluster {
  /** Indices of the pieces in it. */
  members: number[]
  moments: Moments
  logDeterminant: number
}

/** What the clusters of a recording are compared with, and the pacing of the work. */
export interface ClusteringOptions {
  /** The covariance of all the speech, which clusters with few frames are drawn to. */
  prior: Float64Array
  pace: Pace
}

/** The strength of the prior, in frames. */
const priorWeight = 25
/** Clusters that are compared at once, because the work grows with the square. */
const batch = 400

export function clusterOf(moments: Moments, members: number[], prior: Float64Array): Cluster {
  return { members, moments, logDeterminant: logDeterminant(moments, undefined, prior, priorWeight) }
}

export function joined(a: Cluster, b: Cluster, prior: Float64Array): Cluster {
  const moments = new Moments()
  moments.merge(a.moments)
  moments.merge(b.moments)
  return clusterOf(moments, [...a.members, ...b.members], prior)
}

/** How much better two Gaussians describe two clusters than one does, in nats. */
export function gain(a: Cluster, b: Cluster, prior: Float64Array): number {
  const m = a.moments.count
  const n = b.moments.count
  const together = logDeterminant(a.moments, b.moments, prior, priorWeight)
  return ((m + n) * together - m * a.logDeterminant - n * b.logDeterminant) / 2
}

/**
 * Repeatedly joins the two clusters that lose least by it, until `most` are left (Ward, "Hierarchical grouping to
 * optimize an objective function", J. Am. Stat. Assoc. 58, 1963). Long recordings are processed in batches of
 * neighbours in time.
 */
export async function agglomerate(
  items: readonly Cluster[],
  most: number,
  options: ClusteringOptions,
): Promise<Cluster[]> {
  let clusters = [...items]
  while (clusters.length > batch) {
    const fewer: Cluster[] = []
    for (let from = 0; from < clusters.length; from += batch) {
      fewer.push(...(await joinNearest(clusters.slice(from, from + batch), most, options)))
    }
    clusters = fewer
  }
  return joinNearest(clusters, most, options)
}

async function joinNearest(
  items: readonly Cluster[],
  most: number,
  { prior, pace }: ClusteringOptions,
): Promise<Cluster[]> {
  const clusters: (Cluster | undefined)[] = [...items]
  const size = items.length
  const losses = new Float32Array(size * size).fill(Number.POSITIVE_INFINITY)
  const compare = (i: number, others: number) => {
    for (let k = 0; k < others; k += 1) {
      const a = clusters[i]
      const b = clusters[k]
      losses[Math.max(i, k) * size + Math.min(i, k)] = a && b && a !== b ? gain(a, b, prior) : Number.POSITIVE_INFINITY
    }
  }
  for (let i = 0; i < size; i += 1) {
    compare(i, i)
    if (pace.isDue) await pace.rest()
  }
  for (let left = size; left > most; left -= 1) {
    const least = indexOfLeast(losses)
    const i = Math.floor(least / size)
    const j = least % size
    const a = clusters[i]
    const b = clusters[j]
    if (!a || !b) break
    clusters[i] = joined(a, b, prior)
    clusters[j] = undefined
    compare(j, size)
    compare(i, size)
    if (pace.isDue) await pace.rest()
  }
  return clusters.filter(found => found !== undefined)
}

function indexOfLeast(values: Float32Array): number {
  let index = 0
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? 0
    if (value >= least) continue
    least = value
    index = i
  }
  return index
}
