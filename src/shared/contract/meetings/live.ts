import { z } from 'zod'
import { Id, Instant, text } from '../common'
import { DocumentAccess } from '../documents/endpoints'
import { document } from '../documents/limits'
import { endpoint, member, uploadEndpoint } from '../endpoint'

/** Live captions: characters and seconds of one, bytes of its sound, and how many of the last ones are shown. */
export const liveCaptions = { length: 2_000, seconds: 30, bytes: 2_000_000, shown: 50 } as const

/** A few seconds of a running meeting. `start` counts from the beginning of the recording. */
export const Caption = z.object({
  /** Counts the captions of a meeting from 0. */
  place: z.int().min(0),
  start: z.number().min(0),
  text: z.string(),
})
export type Caption = z.infer<typeof Caption>

export const startLive = endpoint({
  method: 'POST',
  path: '/diarization/live/start',
  summary:
    'Creates the document of a meeting whose recording begins, so that its readers see live captions. `/diarization/start` with its `doc_id` ends the recording.',
  access: member({ can: 'logbooks.create' }),
  body: z.object({
    document_name: text(document.nameLength).optional(),
    /** When the recording began; by default now. */
    recorded_at: Instant.optional(),
    access: DocumentAccess.default('private'),
    branch_id: Id.optional(),
  }),
  answer: z.object({ doc_id: Id }),
})

export const addCaption = uploadEndpoint({
  method: 'POST',
  path: '/diarization/live/caption',
  summary:
    'Transcribes the next seconds of the caller’s running recording, one file with sound in the multipart field `files`, and shows them to the readers of its document. Returns null if nobody spoke.',
  access: member(),
  carries: 'files',
  bodyBytes: liveCaptions.bytes,
  perMinute: 60,
  body: z.object({
    doc_id: Id,
    /** Seconds since the recording began. */
    start: z.coerce.number().min(0).max(1_000_000),
  }),
  answer: Caption.nullable(),
})

export const readCaptions = endpoint({
  method: 'POST',
  reads: true,
  path: '/diarization/live/captions',
  summary: 'Returns the last captions of a meeting that is being recorded or transcribed.',
  access: member(),
  body: z.object({ doc_id: Id }),
  answer: z.array(Caption),
})
