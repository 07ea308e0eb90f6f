import type { FileAttachment } from '#shared/contract/attachments'
import type { Answer, Body } from '#shared/contract/endpoint'
import type { Document } from '#shared/contract/logbooks'
import type { DiarizationStatus } from '#shared/contract/meeting-events'
import type { batchStatus, diarizationStatus, retryDiarization, startDiarization } from '#shared/contract/meetings'
import { refuse } from '#shared/errors'
import { attachments } from '#shared/limits'
import type { MemberScene } from '../../platform/scene'
import { attach } from '../attachments/service'
import { countRecording } from '../guests/quota-service'
import { create } from '../logbooks/documents-service'
import { readersOf, requireReadable, requireRight } from '../logbooks/service'
import { defaultName } from './default-name'
import { recordingDesk } from './desk'
import * as store from './recordings-store'
import { statusEvent, statusFrom } from './status'

/** Makes the document first: the files are its from then on, and what is refused takes all of it back. */
export async function start(at: MemberScene, body: Body<typeof startDiarization>): Promise<Document> {
  const { recorded_at = at.now, access, branch_id } = body
  await countRecording(at)
  const document = await create(at, {
    document_name: body.document_name ?? defaultName(at.caller, recorded_at),
    document_type: 'diarization',
    access,
    ...(branch_id !== undefined && { branch_id }),
  })
  const { doc_id } = document
  const files = await attach(at, { file_ids: body.file_ids, doc_id, log_id: null })
  requireSound(files)
  const has_words = at.house.transcriber.dictate !== null
  const row = await store.insertRecording(at, { doc_id, has_words, files })
  const file_ids = files.map(one => one.file_id)
  await at.audit({ kind: 'recording.started', subject: `document:${doc_id}`, details: { file_ids } })
  tellWaiting(at, row)
  return document
}

/** Whether there is sound in a video is heard later; what is no recording at all is refused at once. */
function requireSound(files: readonly FileAttachment[]): void {
  const silent = files.find(one => !/^(audio|video)\//.test(one.mime_type))
  if (silent) {
    const path = `file_ids.${files.indexOf(silent)}`
    throw refuse('recording.no_sound', { issues: [{ path, message: `${silent.file_name}: no sound` }] })
  }
  const seconds = files.reduce((sum, one) => sum + (one.file_metadata.duration_seconds ?? 0), 0)
  if (seconds > attachments.audioSeconds) throw refuse('attachment.too_long')
}

function tellWaiting(at: MemberScene, row: store.RecordingRow): void {
  at.record(statusEvent(row), { to: 'document', doc_id: row.doc_id })
  at.after(() => recordingDesk(at.house).look())
}

export async function status(at: MemberScene, { doc_id }: Body<typeof diarizationStatus>): Promise<DiarizationStatus> {
  await requireReadable(at, doc_id)
  return statusFrom(requireRecording(await store.findRecording(at, doc_id)))
}

export function requireRecording<T>(found: T | undefined): T {
  if (found === undefined) throw refuse('transcript.not_found')
  return found
}

/** One for each recording and batch, where the caller may read its document at this moment. */
export async function ofBatches(
  at: MemberScene,
  { batch_ids }: Body<typeof batchStatus>,
): Promise<Answer<typeof batchStatus>> {
  const rows = await store.recordingsOfBatches(at, batch_ids)
  const readable = new Set<number>()
  for (const doc_id of new Set(rows.map(row => row.doc_id))) {
    const { everyone, user_ids } = await readersOf(at.tx, at.organization_id, doc_id, at.now)
    if (everyone || user_ids.has(at.caller.user_id)) readable.add(doc_id)
  }
  return rows.filter(row => readable.has(row.doc_id)).map(row => ({ ...statusFrom(row), batch_id: row.batch_id }))
}

export async function retry(at: MemberScene, { doc_id }: Body<typeof retryDiarization>): Promise<DiarizationStatus> {
  requireRight(await requireReadable(at, doc_id), 'editable')
  const { stage } = requireRecording(await store.lockRecording(at, doc_id))
  if (stage !== 'failed') throw refuse('recording.not_failed')
  const row = await store.requeue(at, doc_id)
  tellWaiting(at, row)
  return statusFrom(row)
}
