import type { Body } from '#shared/contract/endpoint'
import {
  AutoApprovable,
  BotMessage,
  type confirmOption,
  type MateAction,
  type MateMessage,
} from '#shared/contract/mate/endpoints'
import { mate } from '#shared/contract/mate/limits'
import { ApiError, apiError } from '#shared/errors'
import { registryOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import type { Performed } from '../../platform/tool'
import { answerBook } from './answers'
import { phrasesForQuestion } from './builtin/languages'
import { botText, presented } from './message'
import * as store from './store'

interface Acting {
  row: store.MessageRow
  said: BotMessage
  action: MateAction
  /** The job that the caller made from the option. */
  instruction_id?: number | undefined
}

/** Performs the action that the person confirmed, once, with their current rights. */
export async function confirm(
  ctx: MemberContext,
  { message_id, option, instruction_id }: Body<typeof confirmOption>,
): Promise<MateMessage> {
  const row = await store.lockAnswer(ctx, message_id)
  const said = row && botMessageIn(row)
  const action = said?.details.actions.find(candidate => candidate.option === option)
  // The client performs the others.
  if (!row || !said || !action || !performerOf(ctx, action)) throw apiError('mate.option_not_found')
  if (action.state === 'done') throw apiError('mate.option_done')
  if (Date.parse(ctx.now) - Date.parse(row.created_at) > mate.proposed) throw apiError('mate.option_expired')
  const acting = { row, said, action, instruction_id }
  const performed = await perform(ctx, acting)
  if (performed instanceof ApiError) {
    // The entry in the audit log stays.
    ctx.beforeResponse(() => Promise.reject(performed))
    return presented(row, answerBook(ctx.app), ctx.now)
  }
  const kept = await storeDone(ctx, acting, performed)
  return presented(kept ?? row, answerBook(ctx.app), ctx.now)
}

/**
 * Performs the only action of an answer if the person lets Mate act for its kind [D26]; several are alternatives, and
 * the person chooses. Returns undefined if nothing is to be done. What is refused stays an option, and the answer says
 * so, in the language of the `question` if there was one. `words` replace the answer once it is done.
 */
export async function performAutoApproved(
  ctx: MemberContext,
  message_id: number,
  { words, question = '' }: { words?: string; question?: string },
): Promise<store.MessageRow | undefined> {
  const row = await store.lockAnswer(ctx, message_id)
  const said = row && botMessageIn(row)
  const [action, ...others] = said?.details.actions ?? []
  if (!row || !said || !action || others.length > 0 || !performerOf(ctx, action)) return undefined
  if (action.state !== 'open' || !(await isAutoApproved(ctx, action.kind))) return undefined
  const { autoPerformed, autoRefused } = phrasesForQuestion(question, ctx.caller.language).say
  const label = said.details.options[action.option] ?? ''
  const acting = { row, said, action }
  const performed = await perform(ctx, acting)
  if (performed instanceof ApiError) {
    const message = `${said.message}\n\n${autoRefused}`
    return store.finishAnswer(ctx, row.id, botText(message, said.details), 'done')
  }
  // The words of Mate without a model ask for the confirmation; those of a model were written knowing that it acts.
  const message = words ?? (ctx.app.model ? said.message : autoPerformed(label))
  return storeDone(ctx, { ...acting, said: { ...said, message } }, { ...performed, is_auto_approved: true })
}

/** Whether Mate may act without a confirmation for this kind of action. */
async function isAutoApproved(ctx: MemberContext, kind: MateAction['kind']): Promise<boolean> {
  const known = AutoApprovable.safeParse(kind)
  return known.success && (await store.autoApprovedKinds(ctx)).includes(known.data)
}

const botMessageIn = ({ state, text }: store.MessageRow) =>
  state === 'done' ? BotMessage.safeParse(JSON.parse(text)).data : undefined

const performerOf = (ctx: MemberContext, { kind }: MateAction) =>
  registryOf(ctx.app).actions.find(candidate => candidate.kind === kind)?.perform

/** Performs an action. An API error is an outcome too: either way there is an entry in the audit log. */
async function perform(ctx: MemberContext, { action, instruction_id }: Acting): Promise<Performed | ApiError> {
  const { kind, doc_id, content, job, task } = action
  const performer = performerOf(ctx, action)
  if (!performer) throw apiError('mate.option_not_found')
  const performed = await performer(ctx, action, instruction_id).catch((error: unknown) => {
    if (error instanceof ApiError) return error
    throw error
  })
  const input = job
    ? { instruction_id: job.id ?? instruction_id }
    : task
      ? { task_id: task.id, title: task.title, changes: task.changes }
      : { doc_id, content }
  const outcome =
    performed instanceof ApiError
      ? { refused: performed.code }
      : { ...(typeof performed.log_id === 'number' && { log_id: performed.log_id }), ...madeTask(action, performed) }
  await ctx.audit({ kind: 'mate.tool', subject: kind, details: { input, ...outcome } })
  return performed
}

function storeDone(ctx: MemberContext, { row, said, action }: Acting, performed: Partial<MateAction>) {
  const actions = said.details.actions.map(proposed =>
    proposed === action ? { ...proposed, ...performed, state: 'done' as const } : proposed,
  )
  return store.finishAnswer(ctx, row.id, botText(said.message, { ...said.details, actions }), 'done')
}

/** The id of a task that did not exist before. */
const madeTask = (action: MateAction, { task }: Performed) =>
  task?.id && action.task?.id === null ? { task_id: task.id } : {}
