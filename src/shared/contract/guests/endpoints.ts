import { z } from 'zod'
import { guests } from '../../limits'
import { FileAttachment } from '../attachments/endpoints'
import { Instant } from '../common'
import { Document } from '../documents/endpoints'
import { anyone, endpoint, guest, member, uploadEndpoint } from '../endpoint'
import { Transcript } from '../meetings/endpoints'
import { DiarizationStatus } from '../meetings/events'

/**
 * Somebody who tries the product without an account [1.3b, D42]. `guest_token` is returned once; together with
 * `guest_id`, in body or query, it authenticates the guest from then on. At `expires_at` everything of the guest is
 * deleted, except converted recordings.
 */
export const Guest = z.object({ guest_id: z.uuid(), guest_token: z.string(), expires_at: Instant })
export type Guest = z.infer<typeof Guest>

export const registerGuest = endpoint({
  method: 'POST',
  path: '/guest/register',
  summary: 'Registers a guest, who is kept for 24 hours.',
  access: anyone(),
  perMinute: 30,
  body: z.object({ language: z.string().max(35).optional(), timezone: z.string().max(60).optional() }),
  answer: Guest,
})

/** The files of one call form one recording, played one after another. */
export const uploadGuestFiles = uploadEndpoint({
  method: 'POST',
  path: '/guest-attachments/upload',
  summary: 'Uploads a recording in one or several files and starts its transcription.',
  access: guest(),
  carries: 'files',
  bodyBytes: guests.callBytes,
  perMinute: 10,
  body: z.object({}),
  answer: z.object({ batch_id: z.uuid(), files: z.array(FileAttachment) }),
})

/** A guest's recording with its progress. */
export const GuestRecording = DiarizationStatus.extend({
  batch_id: z.uuid(),
  uploaded_at: Instant,
  files: z.array(FileAttachment),
  /** Null until the stage is `done`. */
  transcript: Transcript.nullable(),
  /** Markdown; empty until it is ready. Its sentences cite seconds as `(#/docs/{doc_id}?at=65)`. */
  summary: z.string(),
})
export type GuestRecording = z.infer<typeof GuestRecording>

export const guestRecording = endpoint({
  method: 'POST',
  reads: true,
  path: '/guest-diarization/status_info',
  summary: 'Returns the progress of a guest’s recording and its results.',
  access: guest(),
  body: z.object({ batch_id: z.uuid() }),
  answer: GuestRecording,
})

export const convertGuestRecording = endpoint({
  method: 'POST',
  path: '/notes/convert-diarization-from-guest-mode',
  summary:
    'Converts a guest’s recording to a private document of the caller, with its files, transcript, names and summary. The guest can no longer open it. Calling again returns the same document.',
  access: member({ can: 'logbooks.create' }),
  body: z.object({ batch_id: z.uuid(), guest_token: z.string().min(1).max(200) }),
  answer: Document,
})
