import * as contract from '#shared/contract/schedule/endpoints'
import { type Route, route } from '../../platform/http/route'
import * as schedule from './service'

export const scheduleRoutes: Route[] = [
  route(contract.readWorkingHours, schedule.read),
  route(contract.setWorkingHours, schedule.set),
]
