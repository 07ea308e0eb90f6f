import { feature } from '../../platform/feature'
import { giveUpAbandoned } from './live-service'
import { meetings } from './migrations/0013-meetings'
import { transcriptSearch } from './migrations/0024-transcript-search'
import { transcriptionJobs } from './migrations/0029-transcription-jobs'
import { liveCaptions } from './migrations/0127-live-captions'
import { meetingTopics } from './migrations/0140-meeting-topics'
import { recordingSummaries } from './recording-summary-store'
import { meetingRoutes } from './routes'
import { transcripts } from './searchable'
import { transcriptTool } from './tools'
import { transcribe } from './transcribe-job'

export const meetingsFeature = feature({
  name: 'meetings',
  routes: meetingRoutes,
  migrations: [meetings, transcriptSearch, transcriptionJobs, liveCaptions, meetingTopics],
  searchables: [transcripts],
  ports: { recordingSummaries: recordingSummaries },
  tools: [transcriptTool],
  jobs: [transcribe],
  cleanups: () => [giveUpAbandoned],
})
