import type { Graph } from '#shared/contract/graphs/endpoints'
import type { LogLabel } from '#shared/contract/graphs/label'

/** The labels of a graph as logs carry them, in order. */
export const labelsOf = ({ graph_id, labels }: Pick<Graph, 'graph_id' | 'labels'>): LogLabel[] =>
  Object.entries(labels)
    .map(([index, text]) => ({ graph_id, label: Number(index), text }))
    .sort((a, b) => a.label - b.label)
