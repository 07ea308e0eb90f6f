import type { Graph, ListedGraph, PlottedGraph } from '#shared/contract/graphs/endpoints'
import type { Threshold } from '#shared/contract/graphs/thresholds'

export function graphOf(more: Partial<Graph> = {}): Graph {
  return {
    graph_id: 5,
    name: 'Queue at the counter',
    logbook_id: 3,
    instruction_id: null,
    created_at: '2026-11-20T07:00:00.000Z',
    created_by: null,
    updated_at: '2026-11-20T07:00:00.000Z',
    updated_by: null,
    is_pinned: false,
    labels: { 0: 'Clear', 1: 'Queue', 2: 'Unattended' },
    mate_labels: 'off',
    ...more,
  }
}

export const listedOf = (more: Partial<ListedGraph> = {}): ListedGraph => ({
  ...graphOf(),
  label_counts: { 0: 2, 1: 1, 2: 0 },
  ...more,
})

const hour = (nr: number) => new Date(Date.UTC(2026, 10, 20, nr)).toISOString()

/**
 * November 20 by the hour, in UTC: at nine two logs were labelled clear, at ten another one was labelled clear and
 * queue.
 */
export function plotOf(more: Partial<PlottedGraph> = {}): PlottedGraph {
  const entry = (log_id: number, created_at: string, ...labels: number[]) => ({
    log_id,
    title: `Log ${log_id}`,
    labels,
    created_at,
    message_id: null,
  })
  return {
    ...graphOf(),
    plot: {
      unit: 'hour',
      zone: 'UTC',
      from: hour(0),
      to: hour(24),
      buckets: Array.from({ length: 24 }, (_, nr) => ({
        from: hour(nr),
        to: hour(nr + 1),
        counts: nr === 9 ? { 0: 2 } : nr === 10 ? { 0: 1, 1: 1 } : {},
      })),
    },
    totals: { 0: 3, 1: 1, 2: 0 },
    log_count: 3,
    plot_data: [
      entry(13, '2026-11-20T10:30:00.000Z', 0, 1),
      entry(12, '2026-11-20T09:45:00.000Z', 0),
      entry(11, '2026-11-20T09:15:00.000Z', 0),
    ],
    has_more: false,
    ...more,
  }
}

/** Tom set it on the queue. */
export const thresholdOf = (more: Partial<Threshold> = {}): Threshold => ({
  ...{ threshold_id: 1, graph_id: 5, label: 1, side: 'above', value: 3, unit: 'hour', zone: 'UTC' },
  author: { user_id: 8, user_displayname: 'Tom Reyes', user_image: null, user_phone: null, user_email: null },
  ...{ created_at: '2026-11-20T08:00:00.000Z', is_editable: true, is_watched: true, watcher_ids: [8] },
  ...more,
})
