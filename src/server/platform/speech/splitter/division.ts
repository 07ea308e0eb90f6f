import { type Cluster, type ClusteringOptions, clusterOf } from './clustering'
import { dimensions } from './frames'
import { Density, Moments } from './gaussian'
import type { Piece } from './pieces'

/** Rounds after which a division that still changes is accepted. */
const rounds = 12
/** The fewest runs of pieces in each half. */
const fewest = 3
/** The strength of the prior from all the speech, in frames. */
const priorWeight = 25

/** Pieces that follow each other without a pause; nearly always one person. */
interface Run {
  members: number[]
  moments: Moments
}

export interface Halves {
  clusters: readonly [Cluster, Cluster]
  /** The same, but with each piece assigned by its own sound alone, using what was learned from the other runs. */
  pieceBySound: readonly [Cluster, Cluster]
}

/**
 * The best division of a cluster in two: runs move to the half that describes them better until none does (k-means with
 * Gaussians; Lloyd, "Least squares quantization in PCM", IEEE Trans. Information Theory 28, 1982), starting along each
 * coefficient. Undefined if there is too little sound.
 */
export async function divide(
  cluster: Cluster,
  items: readonly Cluster[],
  pieces: readonly Piece[],
  options: ClusteringOptions,
): Promise<Halves | undefined> {
  const runs = runsOf(cluster, items, pieces)
  let best: Int8Array | undefined
  let most = Number.NEGATIVE_INFINITY
  for (let coefficient = 0; coefficient < dimensions; coefficient += 1) {
    const sides = settle(runs, startAlong(runs, coefficient), options)
    if (options.pace.isDue) await options.pace.rest()
    if (!sides) continue
    const [a, b] = halvesOf(runs, sides, options)
    const likelihood = -(a.moments.count * a.logDeterminant + b.moments.count * b.logDeterminant)
    if (likelihood <= most) continue
    most = likelihood
    best = sides
  }
  if (!best) return undefined
  return { clusters: halvesOf(runs, best, options), pieceBySound: asHeard(runs, best, items, options) }
}

function runsOf({ members }: Cluster, items: readonly Cluster[], pieces: readonly Piece[]): Run[] {
  const runs: Run[] = []
  let last = -2
  for (const member of members.toSorted((a, b) => a - b)) {
    const isNext = member === last + 1 && pieces[member]?.follows
    const run = (isNext && runs.at(-1)) || { members: [], moments: new Moments() }
    if (!isNext) runs.push(run)
    run.members.push(member)
    const moments = items[member]?.moments
    if (moments) run.moments.merge(moments)
    last = member
  }
  return runs
}

function startAlong(runs: readonly Run[], coefficient: number): Int8Array {
  const means = runs.map(({ moments }) => (moments.sum[coefficient] ?? 0) / moments.count)
  const middle = means.toSorted((a, b) => a - b)[Math.floor(means.length / 2)] ?? 0
  return Int8Array.from(means, mean => (mean < middle ? 0 : 1))
}

/** Undefined if one half is left with too little. */
function settle(runs: readonly Run[], start: Int8Array, { prior }: ClusteringOptions): Int8Array | undefined {
  let sides = start
  for (let round = 0; round < rounds; round += 1) {
    const ofSecond = sides.reduce((sum, side) => sum + side, 0)
    if (Math.min(ofSecond, sides.length - ofSecond) < fewest) return undefined
    const [first, second] = momentsOf(runs, sides).map(moments => new Density(moments, prior, priorWeight))
    const next = Int8Array.from(runs, ({ moments }) =>
      (second?.over(moments) ?? 0) > (first?.over(moments) ?? 0) ? 1 : 0,
    )
    if (next.every((side, index) => side === sides[index])) return sides
    sides = next
  }
  return sides
}

function momentsOf(runs: readonly Run[], sides: Int8Array): [Moments, Moments] {
  const halves: [Moments, Moments] = [new Moments(), new Moments()]
  for (const [index, { moments }] of runs.entries()) halves[sides[index] === 1 ? 1 : 0].merge(moments)
  return halves
}

function halvesOf(runs: readonly Run[], sides: Int8Array, { prior }: ClusteringOptions): [Cluster, Cluster] {
  const [first, second] = momentsOf(runs, sides)
  const members = (wanted: number) => runs.flatMap((run, index) => (sides[index] === wanted ? run.members : []))
  return [clusterOf(first, members(0), prior), clusterOf(second, members(1), prior)]
}

function asHeard(
  runs: readonly Run[],
  sides: Int8Array,
  items: readonly Cluster[],
  { prior }: ClusteringOptions,
): [Cluster, Cluster] {
  const [first, second] = momentsOf(runs, sides)
  const members: [number[], number[]] = [[], []]
  for (const [index, run] of runs.entries()) {
    const own = sides[index] === 1 ? second : first
    own.remove(run.moments)
    const [a, b] = [new Density(first, prior, priorWeight), new Density(second, prior, priorWeight)]
    own.merge(run.moments)
    for (const member of run.members) {
      const moments = items[member]?.moments
      if (moments) members[b.over(moments) > a.over(moments) ? 1 : 0].push(member)
    }
  }
  return [clusterOf(first, members[0], prior), clusterOf(second, members[1], prior)]
}
