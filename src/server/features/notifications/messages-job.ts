import { z } from 'zod'
import { Id } from '#shared/contract/common'
import { perApp } from '../../platform/app-context'
import { job } from '../../platform/jobs/job'
import { enqueue } from '../../platform/jobs/jobs'
import { runAsSystem, type SystemContext } from '../../platform/run-as'
import { chatNotice, firstAfter, unreadSince } from '../messages/service'
import { notifyOfMessages } from './notify'

/** Milliseconds after which somebody who has not read a message counts as away. */
export const awayAfter = 60_000

const MessagesInput = z.object({ organization_id: Id, chat_id: Id, from_id: Id })

/**
 * Notifies the people of a chat of messages that they have not read a minute after they were sent [D38]. Messages that
 * are younger by then are left to the next job.
 */
export const notifyOfUnread = job('notifications.messages', {
  input: MessagesInput,
  run: (app, { organization_id, chat_id, from_id }) =>
    runAsSystem(app, organization_id, async ctx => {
      const until = new Date(Date.parse(ctx.now) - awayAfter).toISOString()
      const chat = await chatNotice(ctx, chat_id)
      const unread = chat ? await unreadSince(ctx, { chat_id, from_id, until }) : []
      await notifyOfMessages(
        ctx,
        unread.map(({ user_id, sender_id, message_id, count }) => ({
          ...{ user_id, kind: 'message', actor_id: sender_id, subject_kind: 'chat', subject_id: chat_id },
          ...{ detail_id: message_id, data: { title: chat?.title ?? '', count } },
          dedupe_key: `message:${chat_id}:${message_id}`,
        })),
      )
      planned(app).delete(chat_id)
      const next = await firstAfter(ctx, chat_id, until)
      if (next) await planUnread(ctx, chat_id, { id: next.id, at: next.created_at })
    }),
})

/** When the next job of a chat that this server planned begins. Losing it costs one more job. */
const planned = perApp(() => new Map<number, number>())

/** Plans the job for a message of a direct chat or group, unless one is planned that comes to it. */
export async function planUnread(
  ctx: SystemContext,
  chat_id: number,
  message: { id: number; at: string },
): Promise<void> {
  const { app, organization_id } = ctx
  const due = planned(app).get(chat_id)
  if (due !== undefined && due > Date.parse(ctx.now)) return
  const startAt = Date.parse(message.at) + awayAfter
  await enqueue(ctx, notifyOfUnread, { organization_id, chat_id, from_id: message.id }, { startAt })
  ctx.afterCommit(() => {
    planned(app).set(chat_id, startAt)
  })
}
