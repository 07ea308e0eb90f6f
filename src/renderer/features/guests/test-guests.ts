import type { GuestRecording } from '#shared/contract/guests/endpoints'
import { useGuest } from '../../platform/guest'

export const guest = {
  guest_id: '0622c69b-6024-4d6c-aebd-00fb755b72b1',
  guest_token: 'secret',
  expires_at: '2026-11-21T14:04:00.000Z',
}
export const batchId = '00000000-0000-4000-8000-000000000900'
const at = '2026-11-20T14:04:00.000Z'

export const beGuest = (...batches: string[]): void => {
  useGuest.getState().become(guest)
  for (const batch of batches) useGuest.getState().add(batch)
}

const file = {
  ...{ file_id: '00000000-0000-4000-8000-000000000001', batch_id: batchId, url: '/files/1?signed' },
  ...{ file_name: 'managers-call-nov-20.m4a', file_size: 26_000_000, mime_type: 'audio/mp4', file_thumbnail: null },
  file_metadata: { image_resolution: null, duration_seconds: 2292 },
}

/** A recording with four turns of two speakers, unless it is still being processed. */
export function recordingOf(more: Partial<GuestRecording> = {}): GuestRecording {
  const turn = (segment_id: number, speaker: number, start: number, text: string) => ({
    ...{ segment_id, speaker, start, end: start + 10, text, is_edited: false },
  })
  return {
    ...{ doc_id: 5, stage: 'done', progress: 1, reason: null, has_words: true, updated_at: at },
    ...{
      batch_id: batchId,
      uploaded_at: at,
      files: [file],
      summary: 'The rims arrive on Tuesday. [0:00](#/docs/5?at=0)',
    },
    transcript: {
      ...{ doc_id: 5, version: 1, duration_seconds: 2292, files: [{ file, starts_at: 0 }] },
      speakers: [
        { speaker: 1, name: null, seconds: 20 },
        { speaker: 2, name: null, seconds: 20 },
      ],
      segments: [
        turn(11, 1, 0, 'The rims arrive on Tuesday.'),
        turn(12, 2, 10, 'Saturday needs two more mechanics.'),
        turn(13, 1, 20, 'I ask Tom.'),
        turn(14, 2, 30, 'Deposits go back within three days.'),
      ],
      topics: [],
    },
    ...more,
  }
}
