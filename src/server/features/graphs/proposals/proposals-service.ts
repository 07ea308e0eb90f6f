import type { Answer, Body } from '#shared/contract/endpoint'
import { graph as limits } from '#shared/contract/graphs/limits'
import type { answerProposal, listProposals } from '#shared/contract/graphs/proposals'
import { apiError } from '#shared/errors'
import type { MemberContext } from '../../../platform/request-context'
import { requireReadable } from '../../documents/service'
import * as labels from '../labels-service'
import { labelsOfLog } from '../labels-store'
import * as store from './store'

/** The labels that Mate proposes for logs of a logbook. */
export async function list(
  ctx: MemberContext,
  { doc_id }: Body<typeof listProposals>,
): Promise<Answer<typeof listProposals>> {
  await requireReadable(ctx, doc_id)
  return store.proposalsOf(ctx, doc_id, limits.proposals)
}

/** Takes a proposed label, or dismisses it, with the right to label the log. */
export async function answer(
  ctx: MemberContext,
  { doc_id, log_id, graph_id, label, take }: Body<typeof answerProposal>,
): Promise<Answer<typeof answerProposal>> {
  const log = await labels.lockLabelled(ctx, { doc_id, log_id, graph_id })
  if ((await store.deleteProposals(ctx, { log_id, graph_id, label })) === 0) throw apiError('label.not_found')
  const audience = { to: 'document', doc_id } as const
  const proposed = await store.proposalsFor(ctx, log_id)
  ctx.record({ kind: 'log.labels_proposed', doc_id, log_id, labels: proposed }, audience)
  if (!take) return { labels: await labelsOfLog(ctx, log_id), proposed }
  await labels.put(ctx, { doc_id, log_id, created_at: log.created_at }, [{ graph_id, label }])
  const carried = await labelsOfLog(ctx, log_id)
  ctx.record({ kind: 'log.labelled', doc_id, log_id, labels: carried }, audience)
  return { labels: carried, proposed }
}
