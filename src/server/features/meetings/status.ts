import type { DiarizationStatus, MeetingEvent } from '#shared/contract/meetings/events'
import type { RecordingRow } from './recordings-store'

export function statusFrom({
  doc_id,
  stage,
  progress,
  reason,
  has_words,
  updated_at,
}: RecordingRow): DiarizationStatus {
  return { doc_id, stage, progress, reason, has_words, updated_at }
}

/** The event with which the readers of a recording's document learn its progress. */
export const statusEvent = (row: RecordingRow): MeetingEvent => ({
  kind: 'diarization.status',
  doc_id: row.doc_id,
  status: statusFrom(row),
})
