import type { Annotation } from '#shared/contract/graphs/annotations'

/** The annotations that stand at least partly in a time, its end excluded. */
export function annotationsIn<T extends Pick<Annotation, 'from' | 'to'>>(
  annotations: readonly T[],
  time: { from: string; to: string },
): T[] {
  const [begin, end] = [Date.parse(time.from), Date.parse(time.to)]
  return annotations.filter(({ from, to }) => {
    const starts = Date.parse(from)
    return starts < end && (starts >= begin || (to !== null && Date.parse(to) > begin))
  })
}
