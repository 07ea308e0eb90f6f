import { z } from 'zod'
import { document, meetings } from '../limits'
import { FileAttachment } from './attachments'
import { Id, Instant, Revision, text } from './common'
import { endpoint, member, uploadEndpoint } from './endpoint'
import { Document, DocumentAccess } from './logbooks'
import { DiarizationStatus } from './meeting-events'

export const Speaker = z.object({
  /** From 1, in the order in which they first speak. */
  speaker: z.int().min(1),
  /** Null until somebody named them. */
  name: z.string().nullable(),
  seconds: z.number(),
})
export type Speaker = z.infer<typeof Speaker>

/** What one person said in one go; seconds count from the beginning of the first file. */
export const Segment = z.object({
  segment_id: Id,
  speaker: z.int().min(1),
  start: z.number().min(0),
  end: z.number().min(0),
  /** Empty where there are no words. */
  text: z.string(),
  /** Somebody changed the words. */
  is_edited: z.boolean(),
})
export type Segment = z.infer<typeof Segment>

export const Transcript = z.object({
  doc_id: Id,
  /** Counts changes. */
  version: z.int(),
  duration_seconds: z.number(),
  /** The recording: files one after another, and where each begins. */
  files: z.array(z.object({ file: FileAttachment, starts_at: z.number() })),
  speakers: z.array(Speaker),
  /** By time. */
  segments: z.array(Segment),
})
export type Transcript = z.infer<typeof Transcript>

const doc_id = Id
const speaker = z.int().min(1).max(meetings.speakers)
/** The newest version that the caller has seen; another one is there: 409 `transcript.stale`, and nothing is changed. */
const version = Revision

export const startDiarization = endpoint({
  method: 'POST',
  path: '/diarization/start',
  summary: 'Makes a document of a recording: of own files with sound that belong to nothing yet, one after another.',
  access: member({ can: 'logbooks.create', guests: 'too' }),
  body: z.object({
    file_ids: z.array(z.uuid()).min(1).max(meetings.files),
    document_name: text(document.nameLength).optional(),
    /** When it was recorded; now unless given. */
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
  summary: 'How far a recording is, for all who may read its document.',
  access: member(),
  body: z.object({ doc_id }),
  answer: DiarizationStatus,
})

export const batchStatus = endpoint({
  method: 'POST',
  reads: true,
  path: '/diarization/batch_status',
  summary: 'How far recordings are, by the batches that their files were uploaded in; unknown ones are left out.',
  access: member(),
  body: z.object({ batch_ids: z.array(z.uuid()).min(1).max(100) }),
  answer: z.array(DiarizationStatus.extend({ batch_id: z.uuid() })),
})

export const retryDiarization = endpoint({
  method: 'POST',
  path: '/diarization/retry',
  summary: 'Tries a recording that failed again, from its beginning.',
  access: member({ guests: 'too' }),
  body: z.object({ doc_id }),
  answer: DiarizationStatus,
})

export const readTranscript = endpoint({
  method: 'POST',
  reads: true,
  path: '/diarization/transcript',
  summary: 'Who said what and when, as far as it is known.',
  access: member(),
  body: z.object({ doc_id }),
  answer: Transcript,
})

export const nameSpeaker = endpoint({
  method: 'POST',
  path: '/diarization/speaker',
  summary: 'Names a speaker once for the whole document; null takes the name away.',
  access: member({ guests: 'too' }),
  body: z.object({ doc_id, version, speaker, name: text(meetings.speakerName).nullable() }),
  answer: Transcript,
})

export const mergeSpeakers = endpoint({
  method: 'POST',
  path: '/diarization/speaker/merge',
  summary: 'Says that two speakers are one: everything of `from` becomes that of `into`.',
  access: member(),
  body: z.object({ doc_id, version, from: speaker, into: speaker }),
  answer: Transcript,
})

export const changeSegment = endpoint({
  method: 'POST',
  path: '/diarization/segment',
  summary: 'Changes the words of a segment, which keep its times, or who spoke it; a speaker not known yet is added.',
  access: member(),
  body: z.object({
    doc_id,
    version,
    segment_id: Id,
    text: z.string().max(meetings.segmentLength).optional(),
    speaker: speaker.optional(),
  }),
  answer: Transcript,
})

export const splitSegment = endpoint({
  method: 'POST',
  path: '/diarization/segment/split',
  summary: 'Cuts a segment in two at a second, and its words at a character; the second part is of `speaker`.',
  access: member(),
  body: z.object({
    doc_id,
    version,
    segment_id: Id,
    at: z.number().min(0),
    character: z.int().min(0),
    speaker,
  }),
  answer: Transcript,
})

export const mergeSegments = endpoint({
  method: 'POST',
  path: '/diarization/segment/merge',
  summary: 'Joins a segment with the one after it, as spoken by who spoke the first.',
  access: member(),
  body: z.object({ doc_id, version, segment_id: Id }),
  answer: Transcript,
})

export const transcribeText = uploadEndpoint({
  method: 'POST',
  path: '/visualisation/transcribe_text',
  summary: 'The words of a short recording, for dictation: one file with sound in the multipart field `files`.',
  access: member(),
  carries: 'files',
  bodyBytes: meetings.dictationBytes,
  perMinute: 30,
  body: z.object({}),
  answer: z.object({ text: z.string() }),
})
