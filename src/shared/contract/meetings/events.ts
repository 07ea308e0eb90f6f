import { z } from 'zod'
import { Id, Instant } from '../common'

/** The stages of a recording on its way to a transcript [D24]. In `recording` its sound is still on its way. */
export const DiarizationStage = z.enum([
  'recording',
  'queued',
  'transcribing',
  'separating',
  'summarising',
  'done',
  'failed',
])
export type DiarizationStage = z.infer<typeof DiarizationStage>

/** Why a recording has no transcript. `endpoint` covers every failure of the configured speech service. */
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
  /** Progress of the whole way, 0–1. It never decreases except when the recording is retried. */
  progress: z.number().min(0).max(1),
  reason: DiarizationFailure.nullable(),
  /** False if this server has no speech recognition; the transcript then only says who spoke when. */
  has_words: z.boolean(),
  updated_at: Instant,
})
export type DiarizationStatus = z.infer<typeof DiarizationStatus>

/** Events about recordings and transcripts. */
export const MeetingEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('diarization.status'), doc_id: Id, status: DiarizationStatus }),
  z.object({ kind: z.literal('transcript.changed'), doc_id: Id, version: z.int() }),
  /** The words are fetched by those who show them. */
  z.object({ kind: z.literal('caption.added'), doc_id: Id, place: z.int() }),
])
export type MeetingEvent = z.infer<typeof MeetingEvent>
