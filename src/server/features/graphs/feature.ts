import { feature } from '../../platform/feature'
import { deletedAnnotations } from './annotations/annotations-service'
import { graphs } from './migrations/0009-graphs'
import { labelProposals } from './migrations/0038-label-proposals'
import { graphsOfSpaces } from './migrations/0061-graphs-of-spaces'
import { graphAnnotations } from './migrations/0117-graph-annotations'
import { graphThresholds } from './migrations/0120-graph-thresholds'
import { proposeLabelsJob } from './proposals/propose-job'
import { graphRoutes } from './routes'
import * as searchable from './searchable'
import { graphsOf } from './service'
import { deletedThresholds } from './thresholds/thresholds-service'
import { graphTool } from './tools'

export const graphsFeature = feature({
  name: 'graphs',
  routes: graphRoutes,
  migrations: [graphs, labelProposals, graphsOfSpaces, graphAnnotations, graphThresholds],
  jobs: [proposeLabelsJob],
  tools: [graphTool],
  cleanups: () => [deletedAnnotations, deletedThresholds],
  searchables: [searchable.graphs],
  ports: { graphsOf },
})
