import * as contract from '#shared/contract/activity/endpoints'
import { feature } from '../../platform/feature'
import { route } from '../../platform/http/route'
import { list, readDay } from './service'

export const activityFeature = feature({
  name: 'activity',
  routes: [route(contract.listActivity, list), route(contract.readActivityDay, readDay)],
})
