import { listNotifications } from '#shared/contract/notifications/endpoints'
import { listMyTasks } from '#shared/contract/tasks/endpoints'
import { notificationRoute } from '#shared/rules/notification-route'
import { call } from '../../platform/api'
import { createListSlice } from '../../platform/list-slice'

/** Something that the person has to do or to answer. */
export type Waiting =
  | { kind: 'task'; key: string; title: string; at: string; href: string }
  | { kind: 'mention' | 'assignment'; key: string; title: string; at: string; href: string; by: string }

/** The most that is read of each kind. */
const readAtMost = 20

/** Open tasks of the person with a deadline, the next one first, and their unread mentions and assignments. */
export const useWaiting = createListSlice('activity.waiting', {
  async list() {
    const [tasks, notifications] = await Promise.all([
      call(listMyTasks, { status: 'open', limit: readAtMost }),
      call(listNotifications, { only_unread: true, limit: readAtMost }),
    ])
    if (!tasks.ok) return tasks
    if (!notifications.ok) return notifications
    const due = tasks.data.flatMap(({ id, title, deadline }): Waiting[] =>
      deadline ? [{ kind: 'task', key: `task.${id}`, title, at: deadline, href: `#/tasks/${id}` }] : [],
    )
    const told = notifications.data.flatMap((item): Waiting[] => {
      const { kind, notification_id, data, created_at: at, actor, subject } = item
      if (kind !== 'mention' && kind !== 'assignment') return []
      const by = actor?.user_displayname ?? ''
      const key = `notification.${notification_id}`
      return [{ kind, key, title: data.title || by, at, href: `#${notificationRoute(subject)}`, by }]
    })
    return { ok: true, data: [...due, ...told] }
  },
  key: item => item.key,
  refreshOn: ['task.changed', 'task.removed', 'notification.changed'],
})
