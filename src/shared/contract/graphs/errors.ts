import type { ErrorTable } from '../error-table'

export const graphErrors = {
  'graph.not_found': [404, 'There is no such graph here.'],
  'graph.too_many': [409, 'This logbook has reached its limit of graphs. Delete one first.'],
  'graph.space_full': [409, 'This space shows as many graphs as possible. Unpin one first.'],
  'graph.job_writes_nowhere': [400, 'This job writes to no logbook. Choose a logbook for the graph.'],
  'annotation.not_found': [404, 'There is no such annotation here.'],
  'annotation.not_yours': [403, 'Only its author and whoever manages the logbook can change an annotation.'],
  'annotation.too_many': [409, 'This graph has reached its limit of annotations. Delete one first.'],
  'threshold.not_found': [404, 'There is no such threshold here.'],
  'threshold.not_yours': [403, 'Only its author and whoever manages the logbook can change a threshold.'],
  'threshold.watcher_blind': [400, 'Somebody you chose cannot see this graph. Choose people who can.'],
  'threshold.too_many': [409, 'This graph has reached its limit of thresholds. Delete one first.'],
  'label.not_found': [404, 'There is no such label in this logbook.'],
  'label.in_use': [409, 'Some logs have a label that would be removed. Confirm that they lose it.'],
} as const satisfies ErrorTable
