import { feature } from '../../platform/feature'
import { access } from './migrations/0007-access'
import { requestsToAnswer } from './requests-service'
import { accessRoutes } from './routes'
import { opensMore, requireVisible } from './visibility-service'

export const accessFeature = feature({
  name: 'access',
  routes: accessRoutes,
  migrations: [access],
  dashboard: requestsToAnswer,
  ports: { opensMore, requireVisible },
})
