import { z } from 'zod'
import { Id } from '../common'
import { endpoint, member } from '../endpoint'
import { LabelIndex, LogLabel } from './label'

export const listProposals = endpoint({
  method: 'POST',
  reads: true,
  path: '/graph/proposals',
  summary: 'Lists the labels that Mate proposes for the newest logs of a logbook.',
  access: member(),
  body: z.object({ doc_id: Id }),
  answer: z.array(z.object({ log_id: Id, labels: z.array(LogLabel) })),
})

export const answerProposal = endpoint({
  method: 'POST',
  path: '/graph/proposals/answer',
  summary:
    'Takes a label that Mate proposes for a log, or dismisses it. Returns all labels of the log, and what is still proposed.',
  access: member(),
  body: z.object({ doc_id: Id, log_id: Id, graph_id: Id, label: LabelIndex, take: z.boolean() }),
  answer: z.object({ labels: z.array(LogLabel), proposed: z.array(LogLabel) }),
})
