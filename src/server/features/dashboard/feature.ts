import * as contract from '#shared/contract/dashboard/endpoints'
import { feature } from '../../platform/feature'
import { route } from '../../platform/http/route'
import { list, read } from './service'

export const dashboardFeature = feature({
  name: 'dashboard',
  routes: [route(contract.readDashboard, read), route(contract.listDashboard, list)],
})
