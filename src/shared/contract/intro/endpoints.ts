import { z } from 'zod'
import { Id } from '../common'
import { endpoint, member } from '../endpoint'

/** What the first steps in a workspace have led to. Sample content does not count. */
export const FirstSteps = z.object({
  /** There is a logbook that the caller may read. */
  logbook: z.boolean(),
  /** The caller wrote a log. */
  log: z.boolean(),
  /** There is a camera that the caller may see. */
  camera: z.boolean(),
  /** There is another member, or somebody was invited. */
  teammate: z.boolean(),
  /** The caller asked Mate something. */
  mate: z.boolean(),
  /** The workspace has sample content; its logbook, if the caller may read it. */
  samples: z.object({ doc_id: Id.nullable() }).nullable(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

export const readFirstSteps = endpoint({
  method: 'GET',
  path: '/intro',
  summary: 'Returns which first steps in the workspace are done, and whether it has sample content.',
  access: member(),
  body: z.object({}),
  answer: FirstSteps,
})

export const addSamples = endpoint({
  method: 'POST',
  path: '/intro/samples/add',
  summary:
    'Adds sample content for everybody in the workspace: a logbook with labelled logs of seven days and a graph, a page, and tasks. A workspace has it once.',
  access: member({ can: 'logbooks.create' }),
  body: z.object({}),
  answer: FirstSteps,
  perMinute: 10,
})

export const removeSamples = endpoint({
  method: 'POST',
  path: '/intro/samples/remove',
  summary:
    'Removes the sample content. Who added it, owners, admins and those who manage all logbooks may do this. What people wrote into it stays: `kept` counts the things that are still there because of that.',
  access: member({ can: 'logbooks.create' }),
  body: z.object({}),
  answer: FirstSteps.extend({ kept: z.int() }),
})
