/** What other features may call of messages. */
import type { Card } from '#shared/contract/messages/card'
import type { MemberContext } from '../../platform/request-context'
import { type BotTarget, botOfJobs } from './bots/bots-store'
import { post } from './bots/post-service'
import * as notices from './notices-store'

/**
 * Writes a message through the bot of the jobs, into the chat of a space or to one person. A `client_id` is written once in
 * each chat. The caller has checked where the owner of the job may write.
 */
export async function postForJob(
  ctx: MemberContext,
  message: { client_id: string; text: string; card: Card },
  target: BotTarget,
): Promise<{ chat_id: number; message_id: number }> {
  return post(ctx, { ...message, bot_id: await botOfJobs(ctx, 'Jobs') }, target)
}

/** For notifications: see the store. */
export const { chatNotice, unreadSince, firstAfter } = notices
