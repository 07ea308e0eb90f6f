import type { Document } from '#shared/contract/documents/endpoints'
import type { Body } from '#shared/contract/endpoint'
import type { convertGuestRecording } from '#shared/contract/guests/endpoints'
import { apiError } from '#shared/errors'
import { type AppContext, perApp } from '../../platform/app-context'
import type { PreflightContext } from '../../platform/http/route'
import { ObjectError } from '../../platform/objects/objects'
import type { MemberContext } from '../../platform/request-context'
import { type CopiedFile, handover as files } from '../attachments/service'
import { createDocument, documentFor } from '../documents/service'
import { handover as meetings } from '../meetings/service'
import * as documents from '../summaries/service'
import * as store from './store'
import { guestTokens } from './tokens'

const tokens = perApp((app: AppContext) => guestTokens(app.secrets))

type ConversionParams = Body<typeof convertGuestRecording>

/** What of a recording lies in the store of the caller's organisation already. */
interface Copied {
  doc_id: number
  files: CopiedFile[]
}

/** The guest of a token; who is over is nobody. Held until the call ends, so that a recording is converted once. */
async function requireGuest(ctx: MemberContext, { guest_token }: ConversionParams): Promise<store.GuestRow> {
  const guest = await store.holdGuest(ctx.tx, tokens(ctx.app).hashOf(guest_token))
  if (!guest || guest.expires_at <= ctx.now) throw apiError('guest.not_found')
  return guest
}

type Home = Pick<MemberContext, 'tx' | 'app' | 'now' | 'organization_id'>

/** Works where a guest is at home, which the caller has proven to be allowed by the guest's token, and comes back. */
async function atHome<T>(ctx: MemberContext, guest: store.GuestRow, work: (home: Home) => Promise<T>): Promise<T> {
  const { tx, app, now, organization_id, caller } = ctx
  await ctx.setTenant({ organization_id: guest.organization_id, user_id: guest.user_id })
  const done = await work({ tx, app, now, organization_id: guest.organization_id })
  await ctx.setTenant({ organization_id, user_id: caller.user_id })
  return done
}

/**
 * Copies the files of a recording into the caller's organisation, under ids of their own; null where there is nothing to copy. What
 * breaks off after that is swept away as an upload that was never finished.
 */
export async function copy(preflight: PreflightContext, params: ConversionParams): Promise<Copied | null> {
  const found = await preflight.runAsMember(async ctx => {
    const guest = await requireGuest(ctx, params)
    if ((await meetings.convertedFrom(ctx, guest.id, params.batch_id)) !== null) return null
    return atHome(ctx, guest, async home => {
      const doc_id = await meetings.ofBatch(home, params.batch_id)
      if (doc_id === null) throw apiError('guest.not_found')
      return { doc_id, from: { organization_id: home.organization_id, files: await files.ofDocument(home, doc_id) } }
    })
  })
  if (found === null) return null
  try {
    return { doc_id: found.doc_id, files: await files.copyFiles(preflight, found.from) }
  } catch (error) {
    // Somebody else was quicker: whether that was the caller too is found out below.
    if (error instanceof ObjectError && error.code === 'object.not_found') return null
    throw error
  }
}

/** Moves all of a recording but its bytes, which are copied already, from the guest to the caller in one transaction [1.5b]. */
export async function convert(ctx: MemberContext, params: ConversionParams, copied: Copied | null): Promise<Document> {
  const guest = await requireGuest(ctx, params)
  const before = await meetings.convertedFrom(ctx, guest.id, params.batch_id)
  if (before !== null) return documentFor(ctx, before)
  if (copied === null) throw apiError('guest.not_found')
  const old_id = copied.doc_id
  const { recording, document } = await atHome(ctx, guest, async home => {
    const recording = await meetings.takeOut(home, old_id)
    if (!recording) throw apiError('guest.not_found')
    await files.removeFiles(home, old_id)
    return { recording, document: await documents.takeOut(home, old_id) }
  })
  const { doc_id } = await createDocument(ctx, {
    document_name: document.name,
    document_type: 'diarization',
    access: 'private',
  })
  const kept = await files.attachCopies(ctx, doc_id, copied.files)
  await meetings.putIn(ctx, doc_id, { recording, files: kept, guest_id: guest.id })
  await documents.putIn(ctx, doc_id, { ...document, content: movedTo(document.content, old_id, doc_id) })
  await ctx.audit({
    kind: 'recording.converted',
    subject: `document:${doc_id}`,
    details: { file_ids: [...kept.values()] },
  })
  ctx.afterCommit(() => files.deleteObjects(ctx.app, guest.organization_id, [...kept.keys()]))
  return documentFor(ctx, doc_id)
}

/** A summary whose citations lead to where the recording is now. */
function movedTo(content: string, from: number, to: number): string {
  return content.replaceAll(`(#/docs/${from}?at=`, `(#/docs/${to}?at=`)
}
