import { feature } from '../../platform/feature'
import { proposeSearch } from './actions'
import { searchRoutes } from './routes'

export const searchFeature = feature({
  name: 'search',
  actions: [proposeSearch],
  routes: searchRoutes,
})
