import * as contract from '#shared/contract/meetings/endpoints'
import * as live from '#shared/contract/meetings/live'
import { proposeSpeakers } from '#shared/contract/meetings/proposals'
import { type Route, route, twoPhaseRoute } from '../../platform/http/route'
import * as dictation from './dictation-service'
import * as captions from './live-service'
import * as proposals from './proposals-service'
import * as recordings from './recordings-service'
import * as transcripts from './transcript-service'

export const meetingRoutes: Route[] = [
  route(contract.startDiarization, recordings.start),
  route(contract.diarizationStatus, recordings.status),
  route(contract.batchStatus, recordings.ofBatches),
  route(contract.retryDiarization, recordings.retry),
  route(contract.readTranscript, transcripts.read),
  route(contract.nameSpeaker, transcripts.name),
  route(proposeSpeakers, proposals.propose),
  route(contract.mergeSpeakers, transcripts.merge),
  route(contract.changeSegment, transcripts.changeOne),
  route(contract.splitSegment, transcripts.split),
  route(contract.mergeSegments, transcripts.joinWithNext),
  route(live.startLive, captions.start),
  twoPhaseRoute(live.addCaption, captions.hear, captions.add),
  route(live.readCaptions, captions.read),
  twoPhaseRoute(contract.transcribeText, dictation.listen, dictation.answer),
]
