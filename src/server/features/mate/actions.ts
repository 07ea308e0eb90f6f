import { z } from 'zod'
import type { Body } from '#shared/contract/endpoint'
import { log as logLimits } from '#shared/contract/logs/limits'
import { BotMessage, type confirmOption, type MateAction, type MateMessage } from '#shared/contract/mate/endpoints'
import { mate } from '#shared/contract/mate/limits'
import { ApiError, apiError } from '#shared/errors'
import type { MemberContext } from '../../platform/request-context'
import { nothingRead, type Tool } from '../../platform/tool'
import { requireLogbook } from '../documents/service'
import { writeLog } from '../logs/service'
import { answerBook } from './answers'
import { botText, presented } from './message'
import * as store from './store'

/** A proposed action, before it gets its index among the options. */
export interface Proposal extends Pick<MateAction, 'doc_name' | 'content'> {
  kind: 'write_log'
  doc_id: number
}

const NewLog = z.object({ doc_id: z.int(), content: z.string().trim().min(1).max(logLimits.contentLength) })

/** Proposes a log; nothing is written until the person confirms it [D26]. */
export const proposeLogTool: Tool<z.output<typeof NewLog>, Proposal> = {
  name: 'propose_log',
  description:
    'Proposes to write a log with this markdown `content` into a logbook (`doc_id` from find_logbooks), when the member asks you to. Nothing is written by this: the member sees the text and a button, and only pressing that writes it. Do not say that it was written.',
  input: NewLog,
  async run(ctx, { doc_id, content }) {
    const { name } = await requireLogbook(ctx, doc_id)
    return {
      facts: { kind: 'write_log', doc_id, doc_name: name, content },
      references: [{ kind: 'document', id: doc_id, title: name }],
      read: nothingRead,
    }
  },
}

/** Performs the action that the person confirmed, once, with their current rights. */
export async function confirm(
  ctx: MemberContext,
  { message_id, option }: Body<typeof confirmOption>,
): Promise<MateMessage> {
  const row = await store.lockAnswer(ctx, message_id)
  const said = row?.state === 'done' ? BotMessage.safeParse(JSON.parse(row.text)).data : undefined
  const action = said?.details.actions.find(candidate => candidate.option === option)
  // Opening and searching happen in the client.
  if (!row || !said || action?.kind !== 'write_log' || action.doc_id === null) throw apiError('mate.option_not_found')
  if (action.state === 'done') throw apiError('mate.option_done')
  if (Date.parse(ctx.now) - Date.parse(row.created_at) > mate.proposed) throw apiError('mate.option_expired')
  const { kind, doc_id, content } = action
  const tried = await writeLog(ctx, { doc_id, content, file_ids: [], labels: [] }).catch((error: unknown) => {
    if (error instanceof ApiError) return error
    throw error
  })
  const input = { doc_id, content }
  if (tried instanceof ApiError) {
    await ctx.audit({ kind: 'mate.tool', subject: kind, details: { input, refused: tried.code } })
    // The entry in the audit log stays.
    ctx.beforeResponse(() => Promise.reject(tried))
    return presented(row, answerBook(ctx.app), ctx.now)
  }
  await ctx.audit({ kind: 'mate.tool', subject: kind, details: { input, log_id: tried.id } })
  const actions = said.details.actions.map(proposed =>
    proposed === action ? { ...proposed, state: 'done' as const, log_id: tried.id } : proposed,
  )
  const text = botText(said.message, { ...said.details, actions })
  const kept = await store.finishAnswer(ctx, message_id, text, 'done')
  return presented(kept ?? row, answerBook(ctx.app), ctx.now)
}
