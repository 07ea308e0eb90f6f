import { feature } from '../../platform/feature'
import { graphs } from './migrations/0009-graphs'
import { graphRoutes } from './routes'
import * as searchable from './searchable'
import { graphsOf } from './service'

export const graphsFeature = feature({
  name: 'graphs',
  routes: graphRoutes,
  migrations: [graphs],
  searchables: [searchable.graphs],
  ports: { graphsOf },
})
