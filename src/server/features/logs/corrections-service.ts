import type { Body } from '#shared/contract/endpoint'
import type { CorrectedLog, correctLog, LogRevision, readRevisions, StaleLog } from '#shared/contract/logs/corrections'
import { apiError } from '#shared/errors'
import { withoutLinkNames } from '#shared/page/references'
import { personFrom } from '../../platform/people/person'
import type { MemberContext } from '../../platform/request-context'
import { recordDocumentViews } from '../audit/service'
import { noteDocumentLinks, requireReadable, requireRight } from '../documents/service'
import * as store from './corrections-store'
import { logForEvent, logsFromRows } from './log-from'
import { requireSomething, titleOf } from './logs-service'
import { findLogs } from './logs-store'

/**
 * Corrects a log; only its writer may, while they can still write there. Earlier revisions stay readable [D19]. A title
 * that is left out is kept; an empty one is made from the new words.
 */
export async function correct(ctx: MemberContext, body: Body<typeof correctLog>): Promise<CorrectedLog> {
  const { doc_id, log_id } = body
  const content = withoutLinkNames(body.content)
  const [rights, locked] = await Promise.all([
    requireReadable(ctx, doc_id),
    store.lockLogForCorrection(ctx, doc_id, log_id),
  ])
  if (!locked) throw apiError('log.not_found')
  requireRight(rights, 'writable')
  if (locked.created_by !== ctx.caller.user_id || locked.future_instructions_id !== null)
    throw apiError('log.not_yours')
  if (locked.revision !== body.revision) throw apiError('log.stale', { data: await bothTexts(ctx, body) })
  const { pictures, files } = locked
  requireSomething({ content, title: body.title ?? locked.title, pictures, files })
  const title = body.title === undefined ? locked.title : body.title || titleOf(ctx, { content, pictures, files })
  const isChange = title !== locked.title || content !== locked.content
  if (isChange) await store.correct(ctx, log_id, { title, content })
  await noteDocumentLinks(ctx, { doc_id, log_id }, { content, before: locked.content })
  const [log] = await logsFromRows(ctx, await findLogs(ctx, [log_id]))
  if (!log) throw apiError('log.not_found')
  if (isChange) ctx.record({ kind: 'log.corrected', doc_id, log: logForEvent(log) }, { to: 'document', doc_id })
  const { id, revision, corrected_at } = log
  return { id, title, revision, corrected_at }
}

/** The same with a change of the current text, for callers who may read the log. */
export async function correctWith(
  ctx: MemberContext,
  { doc_id, log_id }: { doc_id: number; log_id: number },
  change: (content: string) => string,
): Promise<void> {
  const locked = await store.lockLogForCorrection(ctx, doc_id, log_id)
  if (!locked) throw apiError('log.not_found')
  await correct(ctx, { doc_id, log_id, content: change(locked.content), revision: locked.revision })
}

/** The current text of the log and the text that was sent, so that neither is lost. */
async function bothTexts(ctx: MemberContext, { doc_id, log_id, ...sent }: Body<typeof correctLog>): Promise<StaleLog> {
  const [current] = await revisions(ctx, { doc_id, log_id })
  if (!current) throw apiError('log.not_found')
  return { current, sent: { title: sent.title ?? null, content: sent.content, revision: sent.revision } }
}

/** All revisions of a log, newest first, for callers that may read it. */
async function revisions(
  ctx: MemberContext,
  { doc_id, log_id }: { doc_id: number; log_id: number },
): Promise<LogRevision[]> {
  const rows = await store.revisionsOf(ctx, doc_id, log_id)
  return Promise.all(
    rows.map(async ({ writer, ...row }) => ({ ...row, written_by: writer && (await personFrom(ctx, writer)) })),
  )
}

export async function history(ctx: MemberContext, where: Body<typeof readRevisions>): Promise<LogRevision[]> {
  const [, said] = await Promise.all([requireReadable(ctx, where.doc_id), revisions(ctx, where)])
  if (said.length === 0) throw apiError('log.not_found')
  recordDocumentViews(ctx, [where.doc_id])
  return said
}
