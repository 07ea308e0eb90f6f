import { randomUUID } from 'node:crypto'
import type { Answer, Body } from '#shared/contract/endpoint'
import type { GuestRecording, guestRecording, uploadGuestFiles } from '#shared/contract/guests/endpoints'
import { apiError } from '#shared/errors'
import type { PreflightContext, ReceivedFile } from '../../platform/http/route'
import type { MemberContext } from '../../platform/request-context'
import * as files from '../attachments/service'
import { attachmentsOf } from '../attachments/service'
import { readDocument } from '../documents/service'
import * as meetings from '../meetings/service'
import { transcriptFor } from '../meetings/service'
import { requireRecordingLeft } from './quota-service'

type ReceivedRecording = Awaited<ReturnType<typeof files.receiveFiles>>

/** Stores the files of one call, which form one recording [7.11]. */
export async function receive(
  preflight: PreflightContext,
  _body: Body<typeof uploadGuestFiles>,
  received: readonly ReceivedFile[],
): Promise<ReceivedRecording> {
  await preflight.runAsMember(requireRecordingLeft)
  return files.receiveFiles(preflight, { batch_id: randomUUID() }, received)
}

export async function keep(
  ctx: MemberContext,
  _body: Body<typeof uploadGuestFiles>,
  kept: ReceivedRecording,
): Promise<Answer<typeof uploadGuestFiles>> {
  const [first] = kept
  if (!first) throw new Error('A call without files was let through.')
  const attachments = await files.keepFiles(ctx, {}, kept)
  await meetings.startRecording(ctx, { file_ids: attachments.map(attachment => attachment.file_id), access: 'private' })
  return { batch_id: first.batch_id, files: attachments }
}

/** A recording of the calling guest, with its progress. */
export async function read(ctx: MemberContext, { batch_id }: Body<typeof guestRecording>): Promise<GuestRecording> {
  const [status] = await meetings.statusOfBatches(ctx, { batch_ids: [batch_id] })
  if (!status) throw apiError('guest.not_found')
  const { doc_id, stage } = status
  const [document, attachments, transcript] = await Promise.all([
    readDocument(ctx, { doc_id, ignoreLogs: true }),
    attachmentsOf(ctx, doc_id),
    stage === 'done' ? transcriptFor(ctx, doc_id) : null,
  ])
  return { ...status, uploaded_at: document.createdat, files: attachments, transcript, summary: document.content }
}
