import { log as logLimits } from '#shared/contract/logs/limits'
import { ApiError } from '#shared/errors'
import { documentLink } from '../../../platform/markdown'
import type { MemberContext } from '../../../platform/request-context'
import { documentsNamedIn } from '../../documents/service'
import { proposeLog } from '../../logs/service'
import type { Details, Writing } from '../writing'
import { toolCaller } from './look-up'
import { optionLabel } from './option-label'
import type { Phrases } from './phrases'

/** The most characters before the colon: a verb and the name of a logbook. */
const longestOrder = 300

interface Wanted {
  /** The text before the colon, which names the logbook. */
  order: string
  content: string
}

/** “Log in Bay log: pads changed”: what to write, and where; undefined for every other question. */
export function logToWrite(question: string, { write }: Phrases): Wanted | undefined {
  const colon = question.slice(0, longestOrder).search(/[:：]/)
  if (colon < 0) return undefined
  const order = question.slice(0, colon)
  const content = question.slice(colon + 1).trim()
  return content !== '' && content.length <= logLimits.contentLength && write.test(order.toLowerCase())
    ? { order, content }
    : undefined
}

/** Proposes the log as an option of the answer; nothing happens until the person confirms it [D26]. */
export async function propose(
  ctx: MemberContext,
  writing: Writing,
  phrases: Phrases,
  { order, content }: Wanted,
): Promise<Details> {
  const { say } = phrases
  const { use } = toolCaller(ctx, writing)
  for (const { id } of await documentsNamedIn(ctx, order)) {
    const proposal = await use(proposeLog, { doc_id: id, content }, '').catch((error: unknown) => {
      if (error instanceof ApiError) return undefined
      throw error
    })
    if (!proposal) continue
    const { doc_name } = proposal
    writing.say(say.proposal(documentLink(id, doc_name)))
    return {
      options: [optionLabel(phrases, proposal)],
      actions: [{ ...proposal, option: 0, state: 'open', log_id: null }],
      logbook_ids: [id],
      references: [{ kind: 'document', id, title: doc_name }],
    }
  }
  writing.say(say.proposalNone)
  return {}
}
