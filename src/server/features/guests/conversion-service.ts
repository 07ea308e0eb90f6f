import type { Body } from '#shared/contract/endpoint'
import type { convertGuestRecording } from '#shared/contract/guests'
import type { Document } from '#shared/contract/logbooks'
import { refuse } from '#shared/errors'
import { type House, perHouse } from '../../platform/house'
import type { Visit } from '../../platform/http/route'
import { ObjectError } from '../../platform/objects/objects'
import type { MemberScene } from '../../platform/scene'
import * as files from '../attachments/handover-service'
import { create, documentFor } from '../logbooks/documents-service'
import * as documents from '../logbooks/handover-service'
import * as meetings from '../meetings/handover-service'
import * as store from './store'
import { guestTokens } from './tokens'

const tokens = perHouse((house: House) => guestTokens(house.secrets))

type Wish = Body<typeof convertGuestRecording>

/** What of a recording lies in the store of the caller's organisation already. */
interface Copied {
  doc_id: number
  files: files.Copy[]
}

/** The guest of a token; who is over is nobody. Held until the call ends, so that a recording is converted once. */
async function requireGuest(at: MemberScene, { guest_token }: Wish): Promise<store.GuestRow> {
  const guest = await store.holdGuest(at.tx, tokens(at.house).hashOf(guest_token))
  if (!guest || guest.expires_at <= at.now) throw refuse('guest.not_found')
  return guest
}

type Home = Pick<MemberScene, 'tx' | 'house' | 'now' | 'organization_id'>

/** Works where a guest is at home, which the caller has proven to be allowed by the guest's token, and comes back. */
async function atHome<T>(at: MemberScene, guest: store.GuestRow, work: (home: Home) => Promise<T>): Promise<T> {
  const { tx, house, now, organization_id, caller } = at
  await at.narrow({ organization_id: guest.organization_id, user_id: guest.user_id })
  const done = await work({ tx, house, now, organization_id: guest.organization_id })
  await at.narrow({ organization_id, user_id: caller.user_id })
  return done
}

/**
 * Copies the files of a recording into the caller's organisation, under ids of their own; null where there is nothing to copy. What
 * breaks off after that is swept away as an upload that was never finished.
 */
export async function copy(visit: Visit, wish: Wish): Promise<Copied | null> {
  const found = await visit.act(async at => {
    const guest = await requireGuest(at, wish)
    if ((await meetings.convertedFrom(at, guest.id, wish.batch_id)) !== null) return null
    return atHome(at, guest, async home => {
      const doc_id = await meetings.ofBatch(home, wish.batch_id)
      if (doc_id === null) throw refuse('guest.not_found')
      return { doc_id, from: { organization_id: home.organization_id, files: await files.ofDocument(home, doc_id) } }
    })
  })
  if (found === null) return null
  try {
    return { doc_id: found.doc_id, files: await files.copyFiles(visit, found.from) }
  } catch (error) {
    // Somebody else was quicker: whether that was the caller too is found out below.
    if (error instanceof ObjectError && error.code === 'object.not_found') return null
    throw error
  }
}

/** Moves all of a recording but its bytes, which are copied already, from the guest to the caller in one transaction [1.5b]. */
export async function convert(at: MemberScene, wish: Wish, copied: Copied | null): Promise<Document> {
  const guest = await requireGuest(at, wish)
  const before = await meetings.convertedFrom(at, guest.id, wish.batch_id)
  if (before !== null) return documentFor(at, before)
  if (copied === null) throw refuse('guest.not_found')
  const old_id = copied.doc_id
  const { recording, document } = await atHome(at, guest, async home => {
    const recording = await meetings.takeOut(home, old_id)
    if (!recording) throw refuse('guest.not_found')
    await files.takeOut(home, old_id)
    return { recording, document: await documents.takeOut(home, old_id) }
  })
  const { doc_id } = await create(at, {
    document_name: document.name,
    document_type: 'diarization',
    access: 'private',
  })
  const kept = await files.putIn(at, doc_id, copied.files)
  await meetings.putIn(at, doc_id, { recording, files: kept, guest_id: guest.id })
  await documents.putIn(at, doc_id, { ...document, content: movedTo(document.content, old_id, doc_id) })
  await at.audit({
    kind: 'recording.converted',
    subject: `document:${doc_id}`,
    details: { file_ids: [...kept.values()] },
  })
  at.after(() => files.forget(at.house, guest.organization_id, [...kept.keys()]))
  return documentFor(at, doc_id)
}

/** A summary whose citations lead to where the recording is now. */
function movedTo(content: string, from: number, to: number): string {
  return content.replaceAll(`(#/docs/${from}?at=`, `(#/docs/${to}?at=`)
}
