import { z } from 'zod'
import { colourCycle } from '../../limits'
import { Id } from '../common'
import { graph } from './limits'

/**
 * The index of a label in its graph, which also determines its colour [9.8c]. It never changes, so renaming a label
 * does not change which logs carry it.
 */
export const LabelIndex = z
  .int()
  .min(0)
  .max(colourCycle - 1)

/** A label of a graph, as logs carry it. */
export const LabelAssignment = z.object({ graph_id: Id, label: LabelIndex })
export type LabelAssignment = z.infer<typeof LabelAssignment>

/** A label with its text. */
export const LogLabel = LabelAssignment.extend({ text: z.string() })
export type LogLabel = z.infer<typeof LogLabel>

/** Filters logs by labels: a log matches if it carries any of them. */
export const LabelFilter = z.array(LabelAssignment).max(graph.labelsAtOnce)
