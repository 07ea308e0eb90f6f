import type { Body } from '#shared/contract/endpoint'
import { BotMessage, type confirmOption, type MateAction, type MateMessage } from '#shared/contract/mate/endpoints'
import { mate } from '#shared/contract/mate/limits'
import { ApiError, apiError } from '#shared/errors'
import { registryOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import type { Performed } from '../../platform/tool'
import { answerBook } from './answers'
import { botText, presented } from './message'
import * as store from './store'

/** Performs the action that the person confirmed, once, with their current rights. */
export async function confirm(
  ctx: MemberContext,
  { message_id, option, instruction_id }: Body<typeof confirmOption>,
): Promise<MateMessage> {
  const row = await store.lockAnswer(ctx, message_id)
  const said = row?.state === 'done' ? BotMessage.safeParse(JSON.parse(row.text)).data : undefined
  const action = said?.details.actions.find(candidate => candidate.option === option)
  const perform = registryOf(ctx.app).actions.find(({ kind }) => kind === action?.kind)?.perform
  // The client performs the others.
  if (!row || !said || !action || !perform) throw apiError('mate.option_not_found')
  if (action.state === 'done') throw apiError('mate.option_done')
  if (Date.parse(ctx.now) - Date.parse(row.created_at) > mate.proposed) throw apiError('mate.option_expired')
  const { kind, doc_id, content, job, task } = action
  const tried = await perform(ctx, action, instruction_id).catch((error: unknown) => {
    if (error instanceof ApiError) return error
    throw error
  })
  const input = job
    ? { instruction_id: job.id ?? instruction_id }
    : task
      ? { task_id: task.id, title: task.title, changes: task.changes }
      : { doc_id, content }
  if (tried instanceof ApiError) {
    await ctx.audit({ kind: 'mate.tool', subject: kind, details: { input, refused: tried.code } })
    // The entry in the audit log stays.
    ctx.beforeResponse(() => Promise.reject(tried))
    return presented(row, answerBook(ctx.app), ctx.now)
  }
  await ctx.audit({
    kind: 'mate.tool',
    subject: kind,
    details: { input, ...(typeof tried.log_id === 'number' && { log_id: tried.log_id }), ...madeTask(action, tried) },
  })
  const actions = said.details.actions.map(proposed =>
    proposed === action ? { ...proposed, ...tried, state: 'done' as const } : proposed,
  )
  const text = botText(said.message, { ...said.details, actions })
  const kept = await store.finishAnswer(ctx, message_id, text, 'done')
  return presented(kept ?? row, answerBook(ctx.app), ctx.now)
}

/** The id of a task that did not exist before. */
const madeTask = (action: MateAction, { task }: Performed) =>
  task?.id && action.task?.id === null ? { task_id: task.id } : {}
