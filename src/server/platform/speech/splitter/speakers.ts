import { agglomerate, type Cluster, type ClusteringOptions, gain, joined } from './clustering'
import { divide } from './division'
import { frameRate } from './frames'
import { parameters } from './gaussian'
import type { Piece } from './pieces'

/** Clusters among which speakers are distinguished: more than there are speakers, so that each holds one voice only. */
const candidates = 24
/** Seconds of speech for each candidate. */
const perCandidate = 5
/** Two samples of one voice differ by chance; the factor accounts for neighbouring frames being nearly the same. */
const repetition = 3
/** The least difference of two voices, in nats a frame. */
const leastDifference = 1.7
/** How much more often than by chance neighbouring pieces must be of the same voice. */
const leastCoherence = 0.55
/** The same for a voice that was divided on purpose, so that its halves agree best. */
const leastCoherenceOfHalves = 0.88
/** Pairs of neighbours that are assumed to disagree beforehand, so that a few pairs prove nothing. */
const assumedMixedPairs = 2

/**
 * The voices among the pieces, at most `most`. Candidates come from clustering by sound (Chen and Gopalakrishnan,
 * "Speaker, environment and channel change detection and clustering via the Bayesian information criterion", DARPA
 * Broadcast News Workshop, 1998). That alone would also separate what one person says in other words. But words change
 * within a breath and voices do not: two candidates are two people only if they differ in sound, and if pieces that
 * follow each other without a pause agree about which it is (Cohen's kappa, "A coefficient of agreement for nominal
 * scales", Educational and Psychological Measurement 20, 1960). The limits were chosen on synthetic voices; voices of
 * nearly the same formants are taken for one.
 */
export async function findSpeakers(
  items: readonly Cluster[],
  pieces: readonly Piece[],
  most: number,
  options: ClusteringOptions,
): Promise<Cluster[]> {
  const frames = items.reduce((sum, { moments }) => sum + moments.count, 0)
  const wanted = Math.round(frames / frameRate / perCandidate)
  let clusters = await agglomerate(items, Math.max(most, Math.min(candidates, wanted)), options)
  let neighbours = neighbourCounts(clusters, pieces)
  for (;;) {
    const [i, j] = nearestAlike(clusters, neighbours, most, options)
    const a = clusters[i]
    const b = clusters[j]
    if (!a || !b) return divideAlike(clusters, { items, pieces, most, ground: options })
    clusters = [...clusters.filter(cluster => cluster !== a && cluster !== b), joined(a, b, options.prior)]
    neighbours = neighbourCounts(clusters, pieces)
    if (options.pace.isDue) await options.pace.rest()
  }
}

interface Material {
  items: readonly Cluster[]
  pieces: readonly Piece[]
  most: number
  ground: ClusteringOptions
}

/** Divides clusters that hold two people, because very similar voices end up in one cluster. */
async function divideAlike(
  found: readonly Cluster[],
  { items, pieces, most, ground: options }: Material,
): Promise<Cluster[]> {
  const whole: Cluster[] = []
  const open = [...found]
  for (let cluster = open.pop(); cluster; cluster = open.pop()) {
    const halves = open.length + whole.length + 2 > most ? undefined : await divide(cluster, items, pieces, options)
    if (!halves) {
      whole.push(cluster)
      continue
    }
    const counts = neighbourCounts(halves.pieceBySound, pieces)
    const [a, b] = halves.clusters
    if (differ(a, b, gain(a, b, options.prior)) && coherence(counts, 0, 1) > leastCoherenceOfHalves) open.push(a, b)
    else whole.push(cluster)
  }
  return whole
}

/** The positions of the two clusters that are most likely one voice, if any are. */
function nearestAlike(
  clusters: readonly Cluster[],
  neighbours: Neighbours,
  most: number,
  { prior }: ClusteringOptions,
): readonly [number, number] {
  let nearest: readonly [number, number] = [-1, -1]
  let least = Number.POSITIVE_INFINITY
  for (const [i, a] of clusters.entries()) {
    for (const [j, b] of clusters.slice(0, i).entries()) {
      const loss = gain(a, b, prior)
      if (loss >= least) continue
      if (clusters.length <= most && differ(a, b, loss) && coherence(neighbours, i, j) > leastCoherence) continue
      nearest = [i, j]
      least = loss
    }
  }
  return nearest
}

function differ(a: Cluster, b: Cluster, loss: number): boolean {
  const frames = (a.moments.count * b.moments.count) / (a.moments.count + b.moments.count)
  return (loss - (repetition * parameters) / 2) / frames > leastDifference
}

/** How often a piece of one cluster follows one of another, for each two clusters, in both directions. */
type Neighbours = readonly Float64Array[]

function neighbourCounts(clusters: readonly Cluster[], pieces: readonly Piece[]): Neighbours {
  const owners = new Int16Array(pieces.length).fill(-1)
  for (const [index, { members }] of clusters.entries()) for (const member of members) owners[member] = index
  const counts = clusters.map(() => new Float64Array(clusters.length))
  for (const [index, { follows }] of pieces.entries()) {
    if (!follows) continue
    const before = owners[index - 1] ?? -1
    const after = owners[index] ?? -1
    if (before < 0 || after < 0) continue
    for (const [row, column] of [
      [before, after],
      [after, before],
    ] as const) {
      const counted = counts[row]
      if (counted) counted[column] = (counted[column] ?? 0) + 0.5
    }
  }
  return counts
}

/**
 * How much more often than by chance neighbouring pieces of two clusters are of the same one: 1 is always, 0 is by
 * chance.
 */
function coherence(neighbours: Neighbours, i: number, j: number): number {
  const [ofFirst, ofSecond] = [neighbours[i]?.[i] ?? 0, neighbours[j]?.[j] ?? 0]
  const mixed = 2 * (neighbours[i]?.[j] ?? 0)
  const pairs = ofFirst + ofSecond + mixed
  if (pairs === 0) return 0
  const share = (ofFirst + mixed / 2) / pairs
  const byChance = share ** 2 + (1 - share) ** 2
  return byChance === 1 ? 0 : ((ofFirst + ofSecond) / (pairs + assumedMixedPairs) - byChance) / (1 - byChance)
}
