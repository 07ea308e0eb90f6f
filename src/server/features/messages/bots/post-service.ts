import type { OrgEvent } from '#shared/contract/events'
import type { Card } from '#shared/contract/messages/card'
import type { Audience } from '../../../platform/events'
import type { MemberContext } from '../../../platform/request-context'
import { whoSeesBranch } from '../../organisations/service'
import { audienceOf } from '../chats-service'
import { forEvent, messageFrom } from '../messages-service'
import { findMessage } from '../messages-store'
import * as store from './bots-store'

/** Where a bot posts from: a call of a member, or one of nobody. */
export type PostingContext = Pick<MemberContext, 'tx' | 'now' | 'organization_id'> & {
  record(event: OrgEvent, audience: Audience): void
}

export interface Post {
  bot_id: number
  /** Written once in each chat. */
  client_id: string
  text: string
  card: Card | null
}

/** Posts a message as a bot. Does not check where the bot may write. */
export async function post(
  ctx: PostingContext,
  { bot_id, client_id, text, card }: Post,
  target: store.BotTarget,
): Promise<{ chat_id: number; message_id: number }> {
  const chat = await store.chatOfBot(ctx, bot_id, target)
  const written = await store.insertBotMessage(ctx, { chat_id: chat.id, bot_id, client_id, text, card })
  const posted = { chat_id: chat.id, message_id: written.id }
  if (!written.is_new) return posted
  const row = await findMessage(ctx, chat.id, written.id)
  if (!row) throw new Error('A message that was written is there.')
  const audience =
    'branch_id' in target
      ? audienceOf(await whoSeesBranch(ctx, target.branch_id))
      : audienceOf({ everyone: false, user_ids: [target.user_id] })
  ctx.record({ kind: 'message.sent', chat_id: chat.id, message: forEvent(messageFrom(row)) }, audience)
  return posted
}
