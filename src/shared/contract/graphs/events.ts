import { z } from 'zod'
import { Id, Instant } from '../common'
import { LogLabel } from './label'

/** Events about graphs and labels. After `graph.changed`, labels may have new texts or be removed from all logs. */
export const GraphEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('graph.created'), graph_id: Id, doc_id: Id }),
  z.object({ kind: z.literal('graph.changed'), graph_id: Id, doc_id: Id }),
  z.object({ kind: z.literal('graph.deleted'), graph_id: Id, doc_id: Id }),
  /** The annotations of a graph changed. */
  z.object({ kind: z.literal('graph.annotated'), graph_id: Id, doc_id: Id }),
  /** A threshold of a graph changed. `set_at` is when it was set if it has another value now, else null. */
  z.object({
    ...{ kind: z.literal('graph.threshold_changed'), graph_id: Id, doc_id: Id, threshold_id: Id },
    set_at: Instant.nullable(),
  }),
  /** All labels that Mate proposes for a log now. */
  z.object({ kind: z.literal('log.labels_proposed'), doc_id: Id, log_id: Id, labels: z.array(LogLabel) }),
  z.object({ kind: z.literal('log.labelled'), doc_id: Id, log_id: Id, labels: z.array(LogLabel) }),
])
export type GraphEvent = z.infer<typeof GraphEvent>
