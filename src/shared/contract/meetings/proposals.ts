import { z } from 'zod'
import { Id } from '../common'
import { endpoint, member } from '../endpoint'

/** Who a speaker may be, which somebody confirms or not. */
const SpeakerQuestion = z.object({
  speaker: z.int().min(1),
  name: z.string(),
  /** The second at which the speaker says that name of themselves; null if only one person is left. */
  at: z.number().min(0).nullable(),
})

/**
 * A name that a speaker may have. `recorded`: who recorded it. `shared`: the meeting is shared with them. `spoke_before`:
 * confirmed in an earlier meeting that the caller may read.
 */
const ProposedName = z.object({ name: z.string(), why: z.enum(['recorded', 'shared', 'spoke_before']) })

export const SpeakerProposals = z.object({
  questions: z.array(SpeakerQuestion),
  /** The most likely name first; none that a speaker of this recording already has. */
  names: z.array(ProposedName),
})
export type SpeakerProposals = z.infer<typeof SpeakerProposals>

/** How many names are proposed. */
export const mostProposals = 8

export const proposeSpeakers = endpoint({
  method: 'POST',
  reads: true,
  path: '/diarization/speaker/proposals',
  summary:
    'Proposes names for the unnamed speakers of a recording, to those who may name them. Voices are not compared.',
  access: member(),
  body: z.object({ doc_id: Id }),
  answer: SpeakerProposals,
})
