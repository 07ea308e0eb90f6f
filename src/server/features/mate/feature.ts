import { feature } from '../../platform/feature'
import { mate } from './migrations/0005-mate'
import { mateActs } from './migrations/0074-mate-acts'
import { mateRoutes } from './routes'
import { mateSocket } from './socket'
import { tools } from './tools'

export const mateFeature = feature({
  name: 'mate',
  routes: mateRoutes,
  migrations: [mate, mateActs],
  tools,
  sockets: app => [mateSocket(app)],
})
