import { log as logLimits } from '#shared/contract/logs/limits'
import { mate } from '#shared/contract/mate/limits'
import { ApiError } from '#shared/errors'
import { documentLink } from '../../../platform/markdown'
import { registryOf } from '../../../platform/registry'
import type { MemberContext } from '../../../platform/request-context'
import { type ActionTool, openAction, type Proposal, type Requested } from '../../../platform/tool'
import { documentsNamedIn, proposePageText } from '../../documents/service'
import { proposeLog } from '../../logs/service'
import type { Details, Writing } from '../writing'
import { spoken } from './composing'
import { languageOf, languages } from './languages'
import { toolCaller, type Use } from './look-up'
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

/** Proposes the log, or the text for a page, as an option of the answer; nothing happens until the person confirms it [D26]. */
export async function propose(
  ctx: MemberContext,
  writing: Writing,
  phrases: Phrases,
  { order, content }: Wanted,
): Promise<Details> {
  const { say } = phrases
  const { use } = toolCaller(ctx, writing)
  for (const { id } of await documentsNamedIn(ctx, order)) {
    const input = { doc_id: id, content }
    const proposal = (await proposalFrom(use, proposeLog, input)) ?? (await proposalFrom(use, proposePageText, input))
    if (!proposal) continue
    const { doc_name } = proposal
    writing.say(say.proposal(documentLink(id, doc_name)))
    return {
      options: [optionLabel(ctx.app, phrases, proposal)],
      actions: [openAction(proposal, 0)],
      logbook_ids: [id],
      references: [{ kind: 'document', id, title: doc_name }],
    }
  }
  writing.say(say.proposalNone)
  return {}
}

/** The proposal of an action; undefined if the person may not do it. */
const proposalFrom = <I>(use: Use, action: ActionTool<I>, input: I): Promise<Proposal | undefined> =>
  use(action, input, '').catch((error: unknown) => {
    if (error instanceof ApiError) return undefined
    throw error
  })

/** Actions of features that a question requests, in the language in which it does. */
export interface RequestedAction {
  action: ActionTool
  requested: Requested
  phrases: Phrases
}

/** Recognises a request for an action of a feature: first in the language of the question, then in the others. */
export async function requestedAction(
  ctx: MemberContext,
  question: string,
  preferred: Phrases,
): Promise<RequestedAction | undefined> {
  for (const phrases of new Set([preferred, ...Object.values(languages)]))
    for (const action of registryOf(ctx.app).actions) {
      const requested = await action.requested?.(ctx, question, languageOf(phrases))
      if (requested) return { action, requested, phrases }
    }
  return undefined
}

/** Proposes what was requested, an option each; nothing happens until the person confirms one [D26]. */
export async function proposeRequested(
  ctx: MemberContext,
  writing: Writing,
  { action, requested, phrases }: RequestedAction,
): Promise<Details> {
  const { use } = toolCaller(ctx, writing)
  const proposals: Proposal[] = []
  for (const input of requested.inputs.slice(0, mate.suggestions)) {
    const proposal = await proposalFrom(use, action, input)
    if (proposal) proposals.push(proposal)
  }
  const time = (instant: string) => spoken({ at: ctx, phrases }, instant)
  writing.say(requested.write(proposals, { locale: phrases.locale, time }))
  return {
    options: proposals.map(proposal => optionLabel(ctx.app, phrases, proposal)),
    actions: proposals.map(openAction),
    job_ids: proposals.flatMap(({ job }) => job?.id ?? []),
    task_ids: proposals.flatMap(({ task }) => task?.id ?? []),
  }
}
