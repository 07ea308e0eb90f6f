import type { Graph, Labels } from '#shared/contract/graphs/endpoints'

export interface GraphLabel {
  /** Also determines the colour [9.8c]. */
  index: number
  key: keyof Labels
  text: string
}

/** Returns the labels of a graph in order. */
export function labelsOf({ labels }: Pick<Graph, 'labels'>): GraphLabel[] {
  return Object.entries(labels)
    .map(([key, text]) => ({ index: Number(key), key: key as keyof Labels, text }))
    .sort((a, b) => a.index - b.index)
}
