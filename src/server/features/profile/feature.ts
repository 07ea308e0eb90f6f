import { feature } from '../../platform/feature'
import { erasureCleanups } from './erasure-service'
import { erasures } from './migrations/0085-erasures'
import { profileRoutes } from './routes'

export const profileFeature = feature({
  name: 'profile',
  routes: profileRoutes,
  migrations: [erasures],
  cleanups: erasureCleanups,
})
