import type { Input } from '#shared/contract/endpoint'
import {
  countNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationsAboutRead,
  markNotificationsRead,
  Notification,
} from '#shared/contract/notifications/endpoints'
import { call } from '../../platform/api'
import { latestOnly } from '../../platform/latest-only'
import { copied, reread } from '../../platform/list-copies'
import { createListSlice } from '../../platform/list-slice'
import { createSlice } from '../../platform/store'
import { closeShown } from './device'

const perPage = 30
const askCount = latestOnly()

/** The number of the person’s unread notifications in this workspace; null until it is known. */
export const useUnread = createSlice(
  'notificationsUnread',
  { unread: null as number | null },
  (set, get, writer) => ({
    async load() {
      const write = writer()
      const isNews = askCount()
      const outcome = await call(countNotifications, {})
      if (outcome.ok && isNews()) write({ unread: outcome.data.unread })
    },
    less(count: number) {
      set({ unread: Math.max(0, (get().unread ?? 0) - count) })
    },
  }),
  { scope: 'organisation' },
)

const isUnread = ({ read_at }: Notification) => read_at === null

/** The unread ones are a list of their own: further back than the newest ones reach. */
const copyOf = (onlyUnread: boolean) => (onlyUnread ? 'notifications.unread' : 'notifications')

/** Reads the copied notifications anew, except those of the list on screen, which is loaded anew by itself. */
export function rereadNotifications(): void {
  const { status, query } = useNotifications.getState()
  for (const only_unread of [false, true])
    if (status === 'idle' || query.onlyUnread !== only_unread)
      void reread(copyOf(only_unread), () => call(listNotifications, { limit: perPage, only_unread }))
}

/** The person’s notifications [D38], newest first: all of them, or the unread ones. */
export const useNotifications = createListSlice('notifications', {
  list: (page, { onlyUnread }) => call(listNotifications, { limit: perPage, ...page, only_unread: onlyUnread }),
  key: notification => notification.notification_id,
  query: { onlyUnread: false },
  copies: ({ onlyUnread }) => copied(copyOf(onlyUnread), Notification),
  actions: ({ get, changer }) => {
    const reading = (ids: ReadonlySet<number>) => {
      const now = new Date().toISOString()
      const unread = get().items.filter(item => isUnread(item) && ids.has(item.notification_id))
      changer()(items =>
        items.map(item => (ids.has(item.notification_id) ? { ...item, read_at: item.read_at ?? now } : item)),
      )
      useUnread.getState().less(unread.length)
      void closeShown(unread.map(item => item.notification_id))
      return unread.length > 0
    }
    /** What the server says counts, also after a refused call. */
    const settle = async () => {
      await useUnread.getState().load()
      await useNotifications.getState().refresh()
    }
    return {
      /** Marks one as read here at once, and on all devices of the person. */
      async read(notification_id: number): Promise<void> {
        if (!reading(new Set([notification_id]))) return
        const outcome = await call(markNotificationsRead, { notification_ids: [notification_id] })
        if (!outcome.ok) await settle()
      },

      /** Marks everything about something as read that the person has open, here and on their other devices. */
      async readAbout(about: Input<typeof markNotificationsAboutRead>): Promise<void> {
        if ((useUnread.getState().unread ?? 0) === 0) return
        const outcome = await call(markNotificationsAboutRead, about)
        if (outcome.ok && useNotifications.getState().status !== 'idle') await useNotifications.getState().refresh()
      },

      /** Marks everything as read that is not newer than what the list shows. */
      async readAll() {
        const [newest] = get().items
        if (!newest) return null
        reading(new Set(get().items.map(item => item.notification_id)))
        const outcome = await call(markAllNotificationsRead, { until: newest.created_at })
        await settle()
        return outcome
      },
    }
  },
})
