import type { Notification } from '#shared/contract/notifications/endpoints'

export const tom = {
  user_id: 11,
  user_displayname: 'Tom Reyes',
  user_image: null,
  user_phone: null,
  user_email: null,
}

/** A mention by Tom in a task, unread. */
export function notificationOf(notification_id: number, more: Partial<Notification> = {}): Notification {
  return {
    notification_id,
    kind: 'mention',
    subject: { kind: 'task', task_id: 40 + notification_id, comment_id: 5 },
    actor: tom,
    data: { title: 'Invoice', count: 0, deadline: null, late_minutes: 0 },
    created_at: `2026-11-20T10:00:0${notification_id}.000Z`,
    read_at: null,
    ...more,
  }
}
