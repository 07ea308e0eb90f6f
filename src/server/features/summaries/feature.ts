import { feature } from '../../platform/feature'
import { summaries } from './migrations/0014-summaries'
import { summariseRecording } from './recording-service'
import { summaryRoutes } from './routes'
import { findSummary } from './store'

export const summariesFeature = feature({
  name: 'summaries',
  routes: summaryRoutes,
  migrations: [summaries],
  ports: { findSummary, summariseRecording },
})
