import { z } from 'zod'
import { Id, TimeZone } from '../common'
import { endpoint, member } from '../endpoint'
import { PlottedGraph } from './endpoints'

/** A graph that a space shows, with its numbers of the last seven days. */
export const SpaceGraph = PlottedGraph.omit({ plot_data: true, has_more: true }).extend({
  logbook_name: z.string(),
})
export type SpaceGraph = z.infer<typeof SpaceGraph>

export const listSpaceGraphs = endpoint({
  method: 'POST',
  reads: true,
  path: '/graph/spaces/list',
  summary:
    'Lists the graphs that are pinned to a space and whose logbooks the caller may read, by name, with their numbers of the last seven days of `zone` (by default the caller’s own).',
  access: member(),
  body: z.object({ branch_id: Id, zone: TimeZone.optional() }),
  answer: z.array(SpaceGraph),
})

export const listSpacesOfGraph = endpoint({
  method: 'POST',
  reads: true,
  path: '/graph/spaces',
  summary: 'Lists the spaces that a graph is pinned to and that the caller may see.',
  access: member(),
  body: z.object({ graph_id: Id }),
  answer: z.array(Id),
})

export const pinToSpace = endpoint({
  method: 'POST',
  path: '/graph/spaces/pin',
  summary:
    'Pins a graph to a space, or unpins it. Editors of the logbook may do this. Returns the spaces as `/graph/spaces` does.',
  access: member(),
  body: z.object({ graph_id: Id, branch_id: Id, is_pinned: z.boolean() }),
  answer: z.array(Id),
})
