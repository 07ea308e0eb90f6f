import { feature } from '../../platform/feature'
import { heardOf } from './heard-store'
import { meetings } from './migrations/0013-meetings'
import { transcriptSearch } from './migrations/0024-transcript-search'
import { meetingRoutes } from './routes'
import { transcripts } from './searchable'
import { transcriptionWorker } from './transcription-worker'

export const meetingsFeature = feature({
  name: 'meetings',
  routes: meetingRoutes,
  migrations: [meetings, transcriptSearch],
  searchables: [transcripts],
  ports: { heardRecordings: heardOf },
  workers: app => [transcriptionWorker(app)],
})
