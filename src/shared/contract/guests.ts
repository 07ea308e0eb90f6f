import { z } from 'zod'
import { guests } from '../limits'
import { FileAttachment } from './attachments'
import { Instant } from './common'
import { anyone, endpoint, guest, member, uploadEndpoint } from './endpoint'
import { Document } from './logbooks'
import { DiarizationStatus } from './meeting-events'
import { Transcript } from './meetings'

/**
 * Somebody who tries the product without an account [1.3b, D42]. `guest_token` is shown once and proves the guest from then on, with
 * `guest_id` beside it in body and query. At `expires_at` everything of the guest is gone, but what was converted.
 */
export const Guest = z.object({ guest_id: z.uuid(), guest_token: z.string(), expires_at: Instant })
export type Guest = z.infer<typeof Guest>

export const registerGuest = endpoint({
  method: 'POST',
  path: '/guest/register',
  summary: 'Makes a guest, who is kept for 24 hours.',
  access: anyone(),
  perMinute: 30,
  body: z.object({ language: z.string().max(35).optional(), timezone: z.string().max(60).optional() }),
  answer: Guest,
})

/** The files of one call are one recording, one after another. */
export const uploadGuestFiles = uploadEndpoint({
  method: 'POST',
  path: '/guest-attachments/upload',
  summary: 'Uploads a recording, in one file or several, and begins to write down who said what.',
  access: guest(),
  carries: 'files',
  bodyBytes: guests.callBytes,
  perMinute: 10,
  body: z.object({}),
  answer: z.object({ batch_id: z.uuid(), files: z.array(FileAttachment) }),
})

/** A recording of a guest, as far as it is. */
export const GuestRecording = DiarizationStatus.extend({
  batch_id: z.uuid(),
  uploaded_at: Instant,
  files: z.array(FileAttachment),
  /** Null until the stage is `done`. */
  transcript: Transcript.nullable(),
  /** Markdown; empty until there is one. Its sentences cite seconds as `(#/docs/{doc_id}?at=65)`. */
  summary: z.string(),
})
export type GuestRecording = z.infer<typeof GuestRecording>

export const guestRecording = endpoint({
  method: 'POST',
  reads: true,
  path: '/guest-diarization/status_info',
  summary: 'How far a recording of the guest is, and what became of it.',
  access: guest(),
  body: z.object({ batch_id: z.uuid() }),
  answer: GuestRecording,
})

export const convertGuestRecording = endpoint({
  method: 'POST',
  path: '/notes/convert-diarization-from-guest-mode',
  summary:
    'Makes a guest’s recording a private document of the caller: files, transcript, names and summary. The guest has it no more. Again answers the same document.',
  access: member({ can: 'logbooks.create' }),
  body: z.object({ batch_id: z.uuid(), guest_token: z.string().min(1).max(200) }),
  answer: Document,
})
