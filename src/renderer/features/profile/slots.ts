import { createSlot } from '../../platform/slot'

/** What the person is notified of, and where. */
export const NotificationSettings = createSlot<object>({ isAwaited: true })

/** When the person works, and where they change it [D15]. */
export const OwnWorkingHours = createSlot<object>({ isAwaited: true })

/** The access tokens of the person in the chosen workspace. */
export const AccessTokens = createSlot<object>({ isAwaited: true })
