import { z } from 'zod'
import { listNotifications } from '#shared/contract/notifications/endpoints'
import { listMyTasks } from '#shared/contract/tasks/endpoints'
import { notificationRoute } from '#shared/rules/notification-route'
import { call } from '../../platform/api'
import { copied } from '../../platform/list-copies'
import type { Listed } from '../../platform/list-loader'
import { createListSlice } from '../../platform/list-slice'

const common = { key: z.string(), title: z.string(), at: z.string(), href: z.string() }

/** Something that the person has to do or to answer. */
const Waiting = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('task'), ...common }),
  z.object({ kind: z.enum(['mention', 'assignment']), ...common, by: z.string() }),
])
export type Waiting = z.infer<typeof Waiting>

export const waitingCopy = 'activity.waiting'

/** The most that is read of each kind. */
const readAtMost = 20

/** Asks for open tasks of the person with a deadline, the next one first, and their unread mentions and assignments. */
export async function readWaiting(): Promise<Listed<Waiting>> {
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
}

/** What waits for the person. */
export const useWaiting = createListSlice(waitingCopy, {
  list: readWaiting,
  key: item => item.key,
  copies: () => copied(waitingCopy, Waiting),
  refreshOn: ['task.changed', 'task.removed', 'notification.changed'],
})
