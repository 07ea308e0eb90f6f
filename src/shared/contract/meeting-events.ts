import { z } from 'zod'
import { Id, Instant } from './common'

/** Where a recording stands on its way to a transcript [D24]. */
export const DiarizationStage = z.enum(['queued', 'transcribing', 'separating', 'summarising', 'done', 'failed'])
export type DiarizationStage = z.infer<typeof DiarizationStage>

/** Why a recording has no transcript. `endpoint` is anything the configured speech service said or did not say. */
export const DiarizationFailure = z.enum([
  'not_sound',
  'silent',
  'too_long',
  'needs_ffmpeg',
  'endpoint',
  'gone',
  'internal',
])
export type DiarizationFailure = z.infer<typeof DiarizationFailure>

export const DiarizationStatus = z.object({
  doc_id: Id,
  stage: DiarizationStage,
  /** Of the whole way, 0–1; it never goes back except when it is tried again. */
  progress: z.number().min(0).max(1),
  reason: DiarizationFailure.nullable(),
  /** False where nothing on this server knows words: then it is told who spoke when, and nothing else. */
  has_words: z.boolean(),
  updated_at: Instant,
})
export type DiarizationStatus = z.infer<typeof DiarizationStatus>

/** What the event log says about recordings and transcripts. */
export const MeetingEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('diarization.status'), doc_id: Id, status: DiarizationStatus }),
  z.object({ kind: z.literal('transcript.changed'), doc_id: Id, version: z.int() }),
])
export type MeetingEvent = z.infer<typeof MeetingEvent>
