import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import type {
  countNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationsAboutRead,
  markNotificationsRead,
  Notification,
  NotificationSubject,
} from '#shared/contract/notifications/endpoints'
import { notifications as limits } from '#shared/contract/notifications/limits'
import { createCursor } from '../../platform/cursor'
import { personFrom } from '../../platform/people/person'
import type { MemberContext } from '../../platform/request-context'
import * as store from './store'
import { visibleAmong } from './visible'

const places = createCursor<store.Place>(z.object({ at: Instant, id: Id }))

/** The subject of a stored notification. */
export function subjectOf({
  subject_kind,
  subject_id,
  detail_id,
  data: { threshold },
}: Pick<store.NotificationRow, 'subject_kind' | 'subject_id' | 'detail_id' | 'data'>): NotificationSubject {
  switch (subject_kind) {
    case 'task':
      return { kind: 'task', task_id: subject_id, comment_id: detail_id }
    case 'chat':
      return { kind: 'chat', chat_id: subject_id, message_id: detail_id }
    case 'job':
      return { kind: 'job', instruction_id: subject_id, run_id: detail_id }
    case 'document':
      return { kind: 'document', doc_id: subject_id, comment_id: detail_id }
    case 'log':
      return { kind: 'log', doc_id: subject_id, log_id: detail_id }
    case 'graph': {
      if (detail_id === null || !threshold) return { kind: 'document', doc_id: subject_id, comment_id: null }
      const { unit, from, label } = threshold
      return { kind: 'graph', doc_id: subject_id, graph_id: detail_id, unit, from, label }
    }
    case 'screen':
      return { kind: 'screen', user_id: subject_id }
  }
}

const notificationFrom = async (ctx: MemberContext, row: store.NotificationRow): Promise<Notification> => ({
  notification_id: row.id,
  kind: row.kind,
  subject: subjectOf(row),
  actor: row.actor && (await personFrom(ctx, row.actor)),
  data: {
    title: row.data.title ?? '',
    count: row.data.count ?? 0,
    deadline: row.data.deadline ?? null,
    late_minutes: row.data.late_minutes ?? 0,
    ...(row.data.threshold && { threshold: row.data.threshold }),
  },
  created_at: row.created_at,
  read_at: row.read_at,
})

/** The caller's notifications [D38]. A page is shorter where something may no longer be seen. */
export async function list(ctx: MemberContext, body: Body<typeof listNotifications>): Promise<Page<Notification>> {
  const { only_unread, cursor, limit } = body
  const rows = await store.listNotifications(ctx, { only_unread, after: places.read(cursor), limit: limit + 1 })
  const { shown, next_cursor } = places.cut(rows, limit, row => ({ at: row.created_at, id: row.id }))
  const visible = await visibleAmong(ctx, shown)
  return { items: await Promise.all(visible.map(row => notificationFrom(ctx, row))), next_cursor }
}

export async function count(ctx: MemberContext, _body: Body<typeof countNotifications>): Promise<{ unread: number }> {
  const rows = await store.listNotifications(ctx, { only_unread: true, after: undefined, limit: limits.unread })
  return { unread: (await visibleAmong(ctx, rows)).length }
}

export async function markRead(ctx: MemberContext, body: Body<typeof markNotificationsRead>): Promise<null> {
  if (await store.markRead(ctx, { ids: body.notification_ids })) announceRead(ctx)
  return null
}

export async function markAboutRead(ctx: MemberContext, about: Body<typeof markNotificationsAboutRead>): Promise<null> {
  if (await store.markRead(ctx, about)) announceRead(ctx)
  return null
}

export async function markAllRead(ctx: MemberContext, { until }: Body<typeof markAllNotificationsRead>): Promise<null> {
  if (await store.markRead(ctx, { until })) announceRead(ctx)
  return null
}

/** Tells the other devices of the caller. */
const announceRead = (ctx: MemberContext) =>
  ctx.record({ kind: 'notification.changed', is_new: false }, { to: 'users', user_ids: [ctx.caller.user_id] })
