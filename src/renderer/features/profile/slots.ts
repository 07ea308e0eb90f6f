import { createSlot } from '../../platform/slot'

/** What the person is notified of, and where. */
export const NotificationSettings = createSlot<object>({ isAwaited: true })

/**
 * When the signed-in person works, or with `user_id` another member, and where that is changed [D15]. Others than oneself
 * are changed by those who may manage people.
 */
export const WorkingHours = createSlot<{ user_id?: number }>({ isAwaited: true })

/** For those who run the server, the way to what they do beyond others. Others see nothing. */
export const OperatorEntry = createSlot<object>()

/** The access tokens of the person in the chosen workspace. */
export const AccessTokens = createSlot<object>({ isAwaited: true })
