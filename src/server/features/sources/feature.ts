import { feature } from '../../platform/feature'
import { sourceActivities, sourceNumbers } from './activity-store'
import { camerasOfPerson } from './cameras-store'
import { cameras, screens } from './grantables'
import { feedManager } from './live/feed-manager'
import { sources } from './migrations/0006-sources'
import { frameWords } from './migrations/0033-frame-words'
import { cameraNetworks } from './migrations/0112-camera-networks'
import { limitCameras } from './plan-store'
import { archives, films } from './range-export/exports'
import { pictureCleanups } from './retention'
import { sourceRoutes } from './routes'
import { sources as searchableSources } from './searchable'
import { feedSocket } from './socket'
import { sourcesTool } from './tools'
import { frames } from './words-service'

export const sourcesFeature = feature({
  name: 'sources',
  routes: sourceRoutes,
  migrations: [sources, frameWords, cameraNetworks],
  grantables: [cameras, screens],
  departures: [camerasOfPerson],
  searchables: [searchableSources, frames],
  activities: sourceActivities,
  dashboard: sourceNumbers,
  planChanges: [limitCameras],
  cleanups: pictureCleanups,
  tools: [sourcesTool],
  sockets: app => [feedSocket(app)],
  workers: app => [feedManager(app), films(app), archives(app)],
})
