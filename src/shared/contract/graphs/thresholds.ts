import { z } from 'zod'
import { Id, Instant, Nothing, Person, TimeZone } from '../common'
import { endpoint, member } from '../endpoint'
import { PlotUnit } from './endpoints'
import { LabelIndex } from './label'
import { threshold as limits } from './limits'

/** On which side of a threshold its watchers are notified. */
export const ThresholdSide = z.enum(['above', 'below'])
export type ThresholdSide = z.infer<typeof ThresholdSide>

/** No number of logs is less than zero, so nothing falls below it. */
const Value = z.int().min(0).max(limits.value)
const isReachable = ({ side, value }: { side: ThresholdSide; value: number }) => side === 'above' || value > 0
const unreachable = { path: ['value'], message: 'Nothing can be below zero.' }

/** What a person sets: from which number of logs with a label in an hour, a day or a week its watchers are notified. */
const set = { label: LabelIndex, side: ThresholdSide, value: Value, unit: PlotUnit }

/** People who are, or are no longer, to be notified; all others stay as they are. */
const watchers = z
  .array(z.object({ user_id: Id, is_watching: z.boolean() }))
  .max(limits.watchersAtOnce)
  .default([])

/**
 * A limit for the number of logs with one label of a graph. Its watchers are notified when the number of an hour, a day
 * or a week of `zone` crosses it and that of the one before had not.
 */
export const Threshold = z.object({
  threshold_id: Id,
  graph_id: Id,
  ...set,
  zone: z.string(),
  /** Null if the person no longer exists. */
  author: Person.nullable(),
  created_at: Instant,
  /** Whether the caller may change and delete it. */
  is_editable: z.boolean(),
  /** Whether the caller is notified. */
  is_watched: z.boolean(),
  /** Who is notified, as far as they may read the graph now. */
  watcher_ids: z.array(Id),
})
export type Threshold = z.infer<typeof Threshold>

export const listThresholds = endpoint({
  method: 'POST',
  reads: true,
  path: '/graph/thresholds/list',
  summary: 'Lists the thresholds of a graph for everybody who may read its logbook, by label and value.',
  access: member(),
  body: z.object({ graph_id: Id }),
  answer: z.array(Threshold),
})

export const addThreshold = endpoint({
  method: 'POST',
  path: '/graph/thresholds',
  summary:
    'Sets a threshold for a label of a graph and notifies the caller and the chosen people when it is crossed. Only people who may read the logbook can be chosen (`threshold.watcher_blind`). Hours, days and weeks are those of `zone` (by default the caller’s own). Everybody who may write in the logbook may do this.',
  access: member(),
  body: z.object({ graph_id: Id, ...set, watchers, zone: TimeZone.optional() }).refine(isReachable, unreachable),
  answer: Threshold,
})

export const changeThreshold = endpoint({
  method: 'PATCH',
  path: '/graph/thresholds/{threshold_id}',
  summary:
    'Replaces what a threshold says, and changes who is notified if `watchers` names somebody. Its author, while they may write in the logbook, and whoever manages the logbook may do this.',
  access: member(),
  body: z.object({ threshold_id: Id, ...set, watchers }).refine(isReachable, unreachable),
  answer: Threshold,
})

export const watchThreshold = endpoint({
  method: 'POST',
  path: '/graph/thresholds/watch',
  summary:
    'Begins or ends to notify the caller when a threshold is crossed. Everybody who may read the logbook may do this.',
  access: member(),
  body: z.object({ threshold_id: Id, is_watched: z.boolean() }),
  answer: Threshold,
})

export const deleteThreshold = endpoint({
  method: 'DELETE',
  path: '/graph/thresholds/{threshold_id}',
  summary: 'Deletes a threshold. Whoever may change it may do this.',
  access: member(),
  body: z.object({ threshold_id: Id }),
  answer: Nothing,
})

export const restoreThreshold = endpoint({
  method: 'POST',
  path: '/graph/thresholds/restore',
  summary:
    'Brings back a threshold with its watchers that was deleted less than a day ago. Whoever could delete it may do this.',
  access: member(),
  body: z.object({ threshold_id: Id }),
  answer: Threshold,
})
