import type { FileAttachment } from '#shared/contract/attachments/endpoints'
import { attachments } from '#shared/contract/attachments/limits'
import type { Document } from '#shared/contract/documents/endpoints'
import type { Answer, Body } from '#shared/contract/endpoint'
import type {
  batchStatus,
  diarizationStatus,
  retryDiarization,
  startDiarization,
} from '#shared/contract/meetings/endpoints'
import type { DiarizationStatus } from '#shared/contract/meetings/events'
import { apiError } from '#shared/errors'
import { portsOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import { attach } from '../attachments/service'
import { createDocument, requireReadable, requireRight, updateDocument } from '../documents/service'
import { defaultName } from './default-name'
import { requireOwnLive } from './live-service'
import * as store from './recordings-store'
import { statusEvent, statusFrom } from './status'
import { enqueueTranscription } from './transcribe-job'

/** Creates the document first: the files belong to it from then on, and an error rolls everything back. */
export async function start(ctx: MemberContext, body: Body<typeof startDiarization>): Promise<Document> {
  const { recorded_at = ctx.now, access, branch_id } = body
  await portsOf(ctx.app).countGuestRecording(ctx)
  const document =
    body.doc_id === undefined
      ? await createDocument(ctx, {
          document_name: body.document_name ?? defaultName(ctx.caller, recorded_at),
          document_type: 'diarization',
          access,
          ...(branch_id !== undefined && { branch_id }),
        })
      : await endLive(ctx, body.doc_id, body)
  const { doc_id } = document
  const files = await attach(ctx, { file_ids: body.file_ids, doc_id, log_id: null })
  requireSound(files)
  const has_words = ctx.app.transcriber.dictate !== null
  const row = await store.insertRecording(ctx, { doc_id, has_words, files })
  const file_ids = files.map(file => file.file_id)
  await ctx.audit({ kind: 'recording.started', subject: `document:${doc_id}`, details: { file_ids } })
  await enqueueRecording(ctx, row)
  return document
}

/** The document of a recording with live captions, with the name and the access that it has in the end. */
async function endLive(
  ctx: MemberContext,
  doc_id: number,
  { document_name, access, branch_id }: Body<typeof startDiarization>,
): Promise<Document> {
  await requireOwnLive(ctx, doc_id)
  return updateDocument(ctx, {
    doc_id,
    access,
    ...(document_name !== undefined && { document_name }),
    ...(branch_id !== undefined && { branch_id }),
  })
}

/** Whether a video has sound is found out later; files that are no recording at all are refused at once. */
function requireSound(files: readonly FileAttachment[]): void {
  const silent = files.find(file => !/^(audio|video)\//.test(file.mime_type))
  if (silent) {
    const path = `file_ids.${files.indexOf(silent)}`
    throw apiError('recording.no_sound', { issues: [{ path, message: `${silent.file_name}: no sound` }] })
  }
  const seconds = files.reduce((sum, file) => sum + (file.file_metadata.duration_seconds ?? 0), 0)
  if (seconds > attachments.audioSeconds) throw apiError('attachment.too_long')
}

async function enqueueRecording(ctx: MemberContext, row: store.RecordingRow): Promise<void> {
  ctx.record(statusEvent(row), { to: 'document', doc_id: row.doc_id })
  await enqueueTranscription(ctx, row.doc_id)
}

export async function status(
  ctx: MemberContext,
  { doc_id }: Body<typeof diarizationStatus>,
): Promise<DiarizationStatus> {
  await requireReadable(ctx, doc_id)
  return statusFrom(requireRecording(await store.findRecording(ctx, doc_id)))
}

export function requireRecording<T>(found: T | undefined): T {
  if (found === undefined) throw apiError('transcript.not_found')
  return found
}

/** The status of each recording and batch whose document the caller may currently read. */
export async function ofBatches(
  ctx: MemberContext,
  { batch_ids }: Body<typeof batchStatus>,
): Promise<Answer<typeof batchStatus>> {
  const rows = await store.recordingsOfBatches(ctx, batch_ids)
  const { organization_id, caller, now } = ctx
  const reading = { organization_id, user_id: caller.user_id, now }
  const doc_ids = [...new Set(rows.map(row => row.doc_id))]
  const readable = await portsOf(ctx.app).readableAmong(ctx.tx, reading, doc_ids)
  return rows.filter(row => readable.has(row.doc_id)).map(row => ({ ...statusFrom(row), batch_id: row.batch_id }))
}

export async function retry(ctx: MemberContext, { doc_id }: Body<typeof retryDiarization>): Promise<DiarizationStatus> {
  requireRight(await requireReadable(ctx, doc_id), 'editable')
  const { stage } = requireRecording(await store.lockRecording(ctx, doc_id))
  if (stage !== 'failed') throw apiError('recording.not_failed')
  const row = await store.requeue(ctx, doc_id)
  await enqueueRecording(ctx, row)
  return statusFrom(row)
}
