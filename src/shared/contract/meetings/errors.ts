import type { ErrorTable } from '../error-table'

export const meetingErrors = {
  'recording.no_sound': [415, 'This file has no sound.'],
  'recording.not_failed': [409, 'This recording did not fail, so there is nothing to try again.'],
  'recording.not_live': [409, 'This meeting is not being recorded by you.'],
  'transcript.not_found': [404, 'There is no transcript here.'],
  'transcript.not_ready': [409, 'This transcript is not finished yet.'],
  'transcript.stale': [409, 'Somebody changed this transcript in the meantime. Check it again.'],
  'segment.not_found': [404, 'There is no such part of this transcript.'],
  'speech.no_words': [409, 'This server has no speech model. Its operator can connect a speech model.'],
  'speech.no_captions': [409, 'Live captions are not turned on for this server.'],
  'speech.failed': [502, 'The speech model did not answer. Try again.'],
} as const satisfies ErrorTable
