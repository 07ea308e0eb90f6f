import type { Input } from '#shared/contract/endpoint'
import {
  changePreferences,
  type NotificationPreferences,
  readPreferences,
} from '#shared/contract/notifications/endpoints'
import { call, type Outcome } from '../../platform/api'
import { latestOnly } from '../../platform/latest-only'
import { createSlice } from '../../platform/store'

interface State {
  preferences: NotificationPreferences | null
  isFailed: boolean
}

const askChange = latestOnly()
/** Changes are sent one after the other, so that an older one never arrives last. */
let sent: Promise<unknown> = Promise.resolve()

/** What the person wants to be notified of, the same in all workspaces. */
export const useNotificationPreferences = createSlice(
  'notificationPreferences',
  { preferences: null, isFailed: false } as State,
  (set, get, writer) => ({
    async load() {
      const write = writer()
      write({ isFailed: false })
      const outcome = await call(readPreferences, {})
      write(outcome.ok ? { preferences: outcome.data } : { isFailed: true })
    },

    /** Shows a change at once; a refused one is taken back. */
    async change(changes: Input<typeof changePreferences>): Promise<Outcome<NotificationPreferences>> {
      const write = writer()
      const isNews = askChange()
      const before = get().preferences
      const { kinds, quiet, digest, deadline_minutes } = changes
      set(state => {
        if (!state.preferences) return
        Object.assign(state.preferences.kinds, kinds)
        if (quiet !== undefined) state.preferences.quiet = quiet
        if (digest !== undefined) state.preferences.digest = digest
        if (deadline_minutes !== undefined) state.preferences.deadline_minutes = deadline_minutes
      })
      const sending = sent.then(() => call(changePreferences, changes))
      sent = sending
      const outcome = await sending
      if (isNews()) write({ preferences: outcome.ok ? outcome.data : before })
      return outcome
    },
  }),
)
