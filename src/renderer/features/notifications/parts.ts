import { Bell } from './bell'
import { NotificationsPage } from './page'
import { startNotifications } from './start'

/** All but the settings in one chunk, because each further one makes the first load larger. */
export const openParts = () => ({ Bell, NotificationsPage, startNotifications })
