import { createSlot } from '../../platform/slot'

/** The bell of the rail with the number of unread notifications. */
export const NotificationBell = createSlot<object>({ room: 'size-9' })
