import * as calendar from '#shared/contract/planning/calendars'
import * as contract from '#shared/contract/planning/endpoints'
import { feature } from '../../platform/feature'
import { openDownloadRoute, route } from '../../platform/http/route'
import { refreshCalendar } from './calendars/refresh-job'
import * as calendars from './calendars/service'
import { freeTool } from './free-tool'
import { lateTool } from './late-tool'
import { calendars as calendarsMigration } from './migrations/0060-calendars'
import { calendarSubscriptions } from './migrations/0067-calendar-subscriptions'
import { calendarAccounts } from './migrations/0106-calendar-accounts'
import { scheduleTool } from './schedule-tool'
import * as planning from './service'

export const planningFeature = feature({
  name: 'planning',
  routes: [
    route(contract.getSchedule, planning.schedule),
    route(contract.explainPlan, planning.explain),
    route(calendar.listCalendars, calendars.list),
    route(calendar.renewCalendarFeed, calendars.renewFeed),
    openDownloadRoute(calendar.readCalendarFeed, calendars.feedFile),
    route(calendar.importBusyTimes, calendars.importBusy),
    route(calendar.subscribeToCalendar, calendars.subscribe),
    route(calendar.deleteBusyTimes, calendars.removeBusy),
  ],
  migrations: [calendarsMigration, calendarSubscriptions, calendarAccounts],
  jobs: [refreshCalendar],
  tools: [lateTool, freeTool, scheduleTool],
})
