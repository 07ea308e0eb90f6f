import { feature } from '../../platform/feature'
import { profileRoutes } from './routes'

export const profileFeature = feature({
  name: 'profile',
  routes: profileRoutes,
})
