/** Consecutive stretches of time from their beginnings. */
export const partsOf = (starts: readonly string[], end: string) =>
  starts.map((from, at) => ({ from, to: starts[at + 1] ?? end }))

/** Sums several courses part by part. */
export const added = (courses: readonly (readonly number[])[], length: number): number[] =>
  Array.from({ length }, (_, at) => courses.reduce((sum, counts) => sum + (counts[at] ?? 0), 0))

/** Joins neighbouring parts, so that at most `most` are left: indexes of the first and the last of each. */
export function joined(count: number, most: number): { first: number; last: number }[] {
  const size = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / size) }, (_, at) => ({
    first: at * size,
    last: Math.min(count, (at + 1) * size) - 1,
  }))
}
