import * as contract from '#shared/contract/notifications/endpoints'
import { type Route, route } from '../../platform/http/route'
import * as devices from './devices-service'
import * as notifications from './list-service'
import * as preferences from './preferences-service'

export const notificationRoutes: Route[] = [
  route(contract.listNotifications, notifications.list),
  route(contract.countNotifications, notifications.count),
  route(contract.markNotificationsRead, notifications.markRead),
  route(contract.markNotificationsAboutRead, notifications.markAboutRead),
  route(contract.markAllNotificationsRead, notifications.markAllRead),
  route(contract.readPreferences, preferences.read),
  route(contract.changePreferences, preferences.change),
  route(contract.registerToken, devices.register),
  route(contract.unregisterToken, devices.unregister),
]
