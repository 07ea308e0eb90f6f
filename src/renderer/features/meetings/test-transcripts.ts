import type { FileAttachment } from '#shared/contract/attachments/endpoints'
import type { Document } from '#shared/contract/documents/endpoints'
import type { Segment, Transcript, TranscriptChange } from '#shared/contract/meetings/endpoints'
import type { DiarizationStatus } from '#shared/contract/meetings/events'

const at = '2026-11-20T14:04:00.000Z'
export const fileId = '0b0e7c1e-0000-4000-8000-000000000009'

export function documentOf(doc_id: number, more: Partial<Document> = {}): Document {
  return {
    ...{ doc_id, document_name: 'Monday round', document_description: null, document_type: 'diarization' },
    ...{ content: '', version: 1, prompt: null, read_only: false, access: 'private', branch_id: null },
    ...{
      createdby: null,
      createdat: at,
      updatedby: null,
      updatedat: at,
      is_pinned: false,
      logs: [],
      log_id: null,
      file_attachments: [],
      graphs: [],
      summary: null,
    },
    ...more,
  }
}

export function fileOf(file_id = fileId): FileAttachment {
  return {
    ...{ file_id, batch_id: file_id, url: `/files/${file_id}`, file_name: 'round.webm', file_size: 1_000 },
    ...{ mime_type: 'audio/webm', file_thumbnail: null },
    file_metadata: { image_resolution: null, duration_seconds: 120 },
  }
}

export function statusOf(more: Partial<DiarizationStatus> = {}): DiarizationStatus {
  return { doc_id: 5, stage: 'done', progress: 1, reason: null, has_words: true, updated_at: at, ...more }
}

export function segmentOf(segment_id: number, speaker: number, start: number, text: string): Segment {
  return { segment_id, speaker, start, end: start + 10, text, is_edited: false }
}

export function transcriptOf(more: Partial<Transcript> = {}): Transcript {
  return {
    doc_id: 5,
    version: 1,
    duration_seconds: 120,
    files: [{ file: fileOf(), starts_at: 0 }],
    speakers: [
      { speaker: 1, name: 'Maya Okafor', seconds: 20 },
      { speaker: 2, name: null, seconds: 10 },
    ],
    segments: [
      segmentOf(11, 1, 0, 'The rims arrive on Tuesday.'),
      segmentOf(12, 2, 10, 'Then Saturday needs two more mechanics.'),
      segmentOf(13, 1, 20, 'I ask Tom about the rims.'),
    ],
    topics: [],
    ...more,
  }
}

/** What the server answers about a change that led to this transcript. */
export const changeOf = ({ doc_id, version, speakers, segments }: Transcript): TranscriptChange => ({
  ...{ doc_id, version, speakers, segments },
  removed: [],
})
