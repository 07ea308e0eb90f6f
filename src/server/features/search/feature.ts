import { feature } from '../../platform/feature'
import { searchRoutes } from './routes'

export const searchFeature = feature({
  name: 'search',
  routes: searchRoutes,
})
