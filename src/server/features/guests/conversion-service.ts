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

/** Files of a recording that were already copied to the store of the caller's organisation. */
interface CopiedFiles {
  doc_id: number
  files: CopiedFile[]
}

/**
 * The guest of a token; an expired guest counts as missing. Locked until the call ends, so that a recording is
 * converted once.
 */
async function requireGuest(ctx: MemberContext, { guest_token }: ConversionParams): Promise<store.GuestRow> {
  const guest = await store.lockGuest(ctx.tx, tokens(ctx.app).hashOf(guest_token))
  if (!guest || guest.expires_at <= ctx.now) throw apiError('guest.not_found')
  return guest
}

type GuestOrganisation = Pick<MemberContext, 'tx' | 'app' | 'now' | 'organization_id'>

/**
 * Runs work in the guest's organisation, which the caller may access because of the guest's token, and then switches
 * back.
 */
async function inGuestOrganisation<T>(
  ctx: MemberContext,
  guest: store.GuestRow,
  work: (home: GuestOrganisation) => Promise<T>,
): Promise<T> {
  const { tx, app, now, organization_id, caller } = ctx
  await ctx.setTenant({ organization_id: guest.organization_id, user_id: guest.user_id })
  const done = await work({ tx, app, now, organization_id: guest.organization_id })
  await ctx.setTenant({ organization_id, user_id: caller.user_id })
  return done
}

/**
 * Copies the files of a recording to the caller's organisation, under new ids; null if there is nothing to copy. If it
 * is interrupted after that, the cleanup removes the copies as an unfinished upload.
 */
export async function copy(preflight: PreflightContext, params: ConversionParams): Promise<CopiedFiles | null> {
  const found = await preflight.runAsMember(async ctx => {
    const guest = await requireGuest(ctx, params)
    if ((await meetings.convertedFrom(ctx, guest.id, params.batch_id)) !== null) return null
    return inGuestOrganisation(ctx, guest, async home => {
      const doc_id = await meetings.ofBatch(home, params.batch_id)
      if (doc_id === null) throw apiError('guest.not_found')
      return { doc_id, from: { organization_id: home.organization_id, files: await files.ofDocument(home, doc_id) } }
    })
  })
  if (found === null) return null
  try {
    return { doc_id: found.doc_id, files: await files.copyFiles(preflight, found.from) }
  } catch (error) {
    // Somebody else was faster; whether that was the caller is determined later.
    if (error instanceof ObjectError && error.code === 'object.not_found') return null
    throw error
  }
}

/**
 * Moves everything of a recording except its bytes, which are copied already, from the guest to the caller in one
 * transaction [1.5b].
 */
export async function convert(
  ctx: MemberContext,
  params: ConversionParams,
  copied: CopiedFiles | null,
): Promise<Document> {
  const guest = await requireGuest(ctx, params)
  const before = await meetings.convertedFrom(ctx, guest.id, params.batch_id)
  if (before !== null) return documentFor(ctx, before)
  if (copied === null) throw apiError('guest.not_found')
  const old_id = copied.doc_id
  const { recording, document } = await inGuestOrganisation(ctx, guest, async home => {
    const recording = await meetings.readForHandover(home, old_id)
    if (!recording) throw apiError('guest.not_found')
    await files.removeFiles(home, old_id)
    return { recording, document: await documents.removeDocument(home, old_id) }
  })
  const { doc_id } = await createDocument(ctx, {
    document_name: document.name,
    document_type: 'diarization',
    access: 'private',
  })
  const kept = await files.attachCopies(ctx, doc_id, copied.files)
  await meetings.insertHandedOver(ctx, doc_id, { recording, files: kept, guest_id: guest.id })
  await documents.addSummary(ctx, doc_id, { ...document, content: withNewLinks(document.content, old_id, doc_id) })
  await ctx.audit({
    kind: 'recording.converted',
    subject: `document:${doc_id}`,
    details: { file_ids: [...kept.values()] },
  })
  ctx.afterCommit(() => files.deleteObjects(ctx.app, guest.organization_id, [...kept.keys()]))
  return documentFor(ctx, doc_id)
}

/** The summary with its citations changed to the new document. */
function withNewLinks(content: string, from: number, to: number): string {
  return content.replaceAll(`(#/docs/${from}?at=`, `(#/docs/${to}?at=`)
}
