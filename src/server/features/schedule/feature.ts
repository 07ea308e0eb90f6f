import { feature } from '../../platform/feature'
import { workingHours } from './migrations/0034-working-hours'
import { scheduleRoutes } from './routes'

export const scheduleFeature = feature({ name: 'schedule', routes: scheduleRoutes, migrations: [workingHours] })
