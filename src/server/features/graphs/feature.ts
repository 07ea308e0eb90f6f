import { feature } from '../../platform/feature'
import { graphs } from './migrations/0009-graphs'
import { graphRoutes } from './routes'
import * as searchable from './searchable'
import { graphsOf } from './service'
import { graphTool } from './tools'

export const graphsFeature = feature({
  name: 'graphs',
  routes: graphRoutes,
  migrations: [graphs],
  tools: [graphTool],
  searchables: [searchable.graphs],
  ports: { graphsOf },
})
