import { feature } from '../../platform/feature'
import { mate } from './migrations/0005-mate'
import { mateAutoApprovals } from './migrations/0074-mate-auto-approvals'
import { mateRoutes } from './routes'
import { mateSocket } from './socket'
import { tools } from './tools'

export const mateFeature = feature({
  name: 'mate',
  routes: mateRoutes,
  migrations: [mate, mateAutoApprovals],
  tools,
  sockets: app => [mateSocket(app)],
})
