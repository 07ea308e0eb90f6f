import { z } from 'zod'
import { FileAttachment } from '../attachments/endpoints'
import { Id, Instant, Revision, text } from '../common'
import { Document, DocumentAccess } from '../documents/endpoints'
import { document } from '../documents/limits'
import { endpoint, member, uploadEndpoint } from '../endpoint'
import { DiarizationStatus } from './events'
import { meetings } from './limits'

export const Speaker = z.object({
  /** Speakers are numbered from 1 in the order in which they first speak. */
  speaker: z.int().min(1),
  /** Null until somebody names the speaker. */
  name: z.string().nullable(),
  seconds: z.number(),
})
export type Speaker = z.infer<typeof Speaker>

/** Uninterrupted speech of one person. Seconds count from the start of the first file. */
export const Segment = z.object({
  segment_id: Id,
  speaker: z.int().min(1),
  start: z.number().min(0),
  end: z.number().min(0),
  /** Empty if there are no words. */
  text: z.string(),
  /** True once somebody changed the words. */
  is_edited: z.boolean(),
})
export type Segment = z.infer<typeof Segment>

/** What a part of a meeting is about. It begins at a second and lasts until the next one. */
export const Topic = z.object({ start: z.number().min(0), title: z.string() })
export type Topic = z.infer<typeof Topic>

export const Transcript = z.object({
  doc_id: Id,
  /** Counts changes. */
  version: z.int(),
  duration_seconds: z.number(),
  /** The files of the recording in order, and where each begins. */
  files: z.array(z.object({ file: FileAttachment, starts_at: z.number() })),
  speakers: z.array(Speaker),
  /** Ordered by time. */
  segments: z.array(Segment),
  /** Ordered by time; empty for a short meeting, or one whose parts could not be told apart. */
  topics: z.array(Topic),
})
export type Transcript = z.infer<typeof Transcript>

/** What a change made of the version before this one; a transcript may be long. */
export const TranscriptChange = z.object({
  doc_id: Id,
  version: z.int(),
  speakers: z.array(Speaker),
  /** New segments and those that differ. */
  segments: z.array(Segment),
  /** Ids of segments that are gone. */
  removed: z.array(Id),
})
export type TranscriptChange = z.infer<typeof TranscriptChange>

const doc_id = Id
const speaker = z.int().min(1).max(meetings.speakers)
/**
 * The newest version that the caller has seen. If there is a newer one, the answer is 409 `transcript.stale` and
 * nothing changes.
 */
const version = Revision

export const startDiarization = endpoint({
  method: 'POST',
  path: '/diarization/start',
  summary:
    'Creates a document from a recording: files of the caller with sound that are not attached to anything yet, in order.',
  access: member({ can: 'logbooks.create', guests: 'too' }),
  body: z.object({
    file_ids: z.array(z.uuid()).min(1).max(meetings.files),
    /** The document of a recording with live captions, which takes the files, the name and the access. */
    doc_id: Id.optional(),
    document_name: text(document.nameLength).optional(),
    /** When it was recorded; by default now. */
    recorded_at: Instant.optional(),
    access: DocumentAccess.default('private'),
    branch_id: Id.optional(),
  }),
  answer: Document,
})

export const diarizationStatus = endpoint({
  method: 'POST',
  reads: true,
  path: '/diarization/status_info',
  summary: 'Returns the progress of a recording, for everybody who may read its document.',
  access: member(),
  body: z.object({ doc_id }),
  answer: DiarizationStatus,
})

export const batchStatus = endpoint({
  method: 'POST',
  reads: true,
  path: '/diarization/batch_status',
  summary:
    'Returns the progress of recordings by the batches that their files were uploaded in. Unknown batches are left out.',
  access: member(),
  body: z.object({ batch_ids: z.array(z.uuid()).min(1).max(100) }),
  answer: z.array(DiarizationStatus.extend({ batch_id: z.uuid() })),
})

export const retryDiarization = endpoint({
  method: 'POST',
  path: '/diarization/retry',
  summary: 'Retries a failed recording from its beginning.',
  access: member({ guests: 'too' }),
  body: z.object({ doc_id }),
  answer: DiarizationStatus,
})

export const readTranscript = endpoint({
  method: 'POST',
  reads: true,
  path: '/diarization/transcript',
  summary: 'Returns who said what and when, as far as it is known.',
  access: member(),
  body: z.object({ doc_id }),
  answer: Transcript,
})

export const nameSpeaker = endpoint({
  method: 'POST',
  path: '/diarization/speaker',
  summary: 'Names a speaker for the whole document; null removes the name.',
  access: member({ guests: 'too' }),
  body: z.object({ doc_id, version, speaker, name: text(meetings.speakerName).nullable() }),
  answer: TranscriptChange,
})

export const mergeSpeakers = endpoint({
  method: 'POST',
  path: '/diarization/speaker/merge',
  summary: 'Merges two speakers: all segments of `from` become those of `into`.',
  access: member(),
  body: z.object({ doc_id, version, from: speaker, into: speaker }),
  answer: TranscriptChange,
})

export const changeSegment = endpoint({
  method: 'POST',
  path: '/diarization/segment',
  summary: 'Changes the words of a segment, which keeps its times, or its speaker. An unknown speaker is added.',
  access: member(),
  body: z.object({
    doc_id,
    version,
    segment_id: Id,
    text: z.string().max(meetings.segmentLength).optional(),
    speaker: speaker.optional(),
  }),
  answer: TranscriptChange,
})

export const splitSegment = endpoint({
  method: 'POST',
  path: '/diarization/segment/split',
  summary: 'Splits a segment at a second, and its words at a character. The second part belongs to `speaker`.',
  access: member(),
  body: z.object({
    doc_id,
    version,
    segment_id: Id,
    at: z.number().min(0),
    character: z.int().min(0),
    speaker,
  }),
  answer: TranscriptChange,
})

export const mergeSegments = endpoint({
  method: 'POST',
  path: '/diarization/segment/merge',
  summary: 'Joins a segment with the next one; the speaker of the first applies.',
  access: member(),
  body: z.object({ doc_id, version, segment_id: Id }),
  answer: TranscriptChange,
})

export const transcribeText = uploadEndpoint({
  method: 'POST',
  path: '/visualisation/transcribe_text',
  summary: 'Returns the words of a short recording, for dictation: one file with sound in the multipart field `files`.',
  access: member(),
  carries: 'files',
  bodyBytes: meetings.dictationBytes,
  perMinute: 30,
  body: z.object({}),
  answer: z.object({ text: z.string() }),
})
