/** What other features may call of messages. */
import * as notices from './notices-store'

/** For notifications: see the store. */
export const { chatNotice, unreadSince, firstAfter } = notices
