import type { Body } from '#shared/contract/endpoint'
import type { clearBotChat, getBotMessages } from '#shared/contract/messages/bots'
import type { ChatMessage } from '#shared/contract/messages/message'
import { apiError } from '#shared/errors'
import type { MemberContext } from '../../../platform/request-context'
import { requireChat } from '../chats-service'
import * as messages from '../messages-service'
import { deleteMessages } from './bots-store'

/** Other chats do not exist here. */
async function requireBotChat(ctx: MemberContext, chat_id: number): Promise<void> {
  if ((await requireChat(ctx, chat_id)).kind !== 'bot') throw apiError('chat.not_found')
}

/** The messages of the caller's chat with a bot [7.9b]. */
export async function get(ctx: MemberContext, body: Body<typeof getBotMessages>): Promise<ChatMessage[]> {
  await requireBotChat(ctx, body.chat_id)
  return messages.get(ctx, body)
}

/** Empties the caller's chat with a bot, on all their devices [7.9b]. */
export async function clear(ctx: MemberContext, { chat_id }: Body<typeof clearBotChat>): Promise<null> {
  await requireBotChat(ctx, chat_id)
  await deleteMessages(ctx, chat_id)
  ctx.record({ kind: 'chat.cleared', chat_id }, { to: 'users', user_ids: [ctx.caller.user_id] })
  return null
}
