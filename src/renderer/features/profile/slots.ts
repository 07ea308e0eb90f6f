import { createSlot } from '../../platform/slot'

/** What the person is notified of, and where. */
export const NotificationSettings = createSlot<object>({ isAwaited: true })
