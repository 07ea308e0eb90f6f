import { Bell } from './bell'
import { NotificationsPage } from './page'
import { NotificationSettingsCard } from './settings'
import { startNotifications } from './start'

/** Everything of the feature in one chunk, because each further one makes the first load larger. */
export const openParts = () => ({ Bell, NotificationsPage, NotificationSettingsCard, startNotifications })
