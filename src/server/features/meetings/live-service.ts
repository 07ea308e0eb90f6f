import type { Body } from '#shared/contract/endpoint'
import {
  type addCaption,
  type Caption,
  liveCaptions,
  type readCaptions,
  type startLive,
} from '#shared/contract/meetings/live'
import { apiError } from '#shared/errors'
import { perApp } from '../../platform/app-context'
import { createFairQueue } from '../../platform/files/fair-queue'
import type { PreflightContext, ReceivedFile } from '../../platform/http/route'
import type { BatchCleanup } from '../../platform/maintenance'
import type { MemberContext } from '../../platform/request-context'
import { recordDocumentViews } from '../audit/service'
import { createDocument, requireReadable } from '../documents/service'
import { defaultName } from './default-name'
import * as store from './live-store'
import { findRecording, type RecordingRow } from './recordings-store'
import { fileSound, limitedSound, reasonOf } from './sound'
import { statusEvent } from './status'

/** How many captions are transcribed at once. */
const atOnce = 4
const inTurn = perApp(() => createFairQueue(atOnce))

/** Creates the document of a meeting when its recording begins, so that others can read along. */
export async function start(ctx: MemberContext, body: Body<typeof startLive>): Promise<{ doc_id: number }> {
  if (!ctx.app.transcriber.caption) throw apiError('speech.no_captions')
  const { recorded_at = ctx.now, access, branch_id } = body
  const { doc_id } = await createDocument(ctx, {
    document_name: body.document_name ?? defaultName(ctx.caller, recorded_at),
    document_type: 'diarization',
    access,
    ...(branch_id !== undefined && { branch_id }),
  })
  const row = await store.insertLive(ctx, doc_id)
  await ctx.audit({ kind: 'recording.started', subject: `document:${doc_id}`, details: { is_live: true } })
  ctx.record(statusEvent(row), { to: 'document', doc_id })
  return { doc_id }
}

/** Refuses recordings that are not running, and those of others. */
export async function requireOwnLive(ctx: MemberContext, doc_id: number): Promise<RecordingRow> {
  await requireReadable(ctx, doc_id)
  const row = await store.lockOwnLive(ctx, doc_id)
  if (!row) throw apiError('recording.not_live')
  return row
}

/** Transcribes a short piece of a running recording, which is not stored. */
export async function hear(
  { app, runAsMember }: PreflightContext,
  { doc_id }: Body<typeof addCaption>,
  files: readonly ReceivedFile[],
): Promise<string> {
  const [file, more] = files
  if (!file || more) throw apiError('request.invalid', { issues: [{ path: 'files', message: 'Send one file.' }] })
  const { caption } = app.transcriber
  if (!caption) throw apiError('speech.no_captions')
  const party = await runAsMember(async ctx => {
    await requireOwnLive(ctx, doc_id)
    return ctx.organization_id
  })
  const sound = limitedSound(fileSound(file.path), liveCaptions.seconds)
  try {
    return await inTurn(app)(party, () => caption(sound, new AbortController().signal))
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === 'not_sound') throw apiError('recording.no_sound')
    if (reason === 'too_long') throw apiError('request.too_large')
    if (reason === 'internal') throw error
    app.log.warn({ reason, told: String(error) }, 'A live caption has no words.')
    throw apiError('speech.failed')
  }
}

/** Readers of the document learn that there is a new caption, and fetch it; the event log keeps no words. */
export async function add(
  ctx: MemberContext,
  { doc_id, start }: Body<typeof addCaption>,
  text: string,
): Promise<Caption | null> {
  await requireOwnLive(ctx, doc_id)
  const said = text.trim().slice(0, liveCaptions.length)
  if (said === '') return null
  const place = await store.insertCaption(ctx, doc_id, { start, text: said })
  ctx.record({ kind: 'caption.added', doc_id, place }, { to: 'document', doc_id })
  return { place, start, text: said }
}

/** There are none before the first, and none once the transcript is there. */
export async function read(ctx: MemberContext, { doc_id }: Body<typeof readCaptions>): Promise<Caption[]> {
  await requireReadable(ctx, doc_id)
  if (!(await findRecording(ctx, doc_id))) throw apiError('transcript.not_found')
  recordDocumentViews(ctx, [doc_id])
  return store.lastCaptions(ctx, doc_id, liveCaptions.shown)
}

/** Recordings that one transaction gives up. */
const batch = 200
/** A browser that was closed may continue within a day. */
const kept = 24 * 60 * 60 * 1000

export const giveUpAbandoned: BatchCleanup = async (tx, now) =>
  (await store.giveUpLive(tx, { before: new Date(now - kept).toISOString(), limit: batch })) === batch
