import { refuse } from '#shared/errors'
import { attachments, guests } from '#shared/limits'
import type { Sender } from '../../platform/files/inspect'
import type { MemberScene } from '../../platform/scene'
import { bytesOfGuest } from './uploads-store'

/** What a guest uploads is a recording, and there is less room for it [D42]. Of members nothing is asked here. */

/** Until the bytes tell, what is said to be sound may be as large as sound. */
export function mostBytes({ member }: MemberScene, hint: string | null | undefined): number {
  if (member.is_guest) return guests.fileBytes
  return hint === 'audio' ? attachments.audioBytes : attachments.bytes
}

/**
 * Refuses what there is no room for beside all that a guest has here already, a part that is replaced left out. Until the call ends
 * nothing else of theirs is counted, so that two calls cannot share the last of the room.
 */
export async function requireRoom(
  at: MemberScene,
  bytes: number,
  instead?: { file_id: string; part: number },
): Promise<void> {
  if (!at.member.is_guest) return
  if ((await bytesOfGuest(at, instead)) + bytes > guests.bytes) {
    const message = 'A guest can upload 300 MB. Sign up to upload more.'
    throw refuse('attachment.too_large', { message })
  }
}

/** Refuses a file that a guest may not have, whatever it was called before. */
export function requireForGuest(at: MemberScene, file: { bytes: number; mime_type: string }): void {
  if (!at.member.is_guest) return
  if (file.bytes > guests.fileBytes) throw refuse('attachment.too_large')
  requireSound(file.mime_type)
}

function requireSound(mime: string): void {
  if (!/^(audio|video)\//.test(mime)) throw refuse('recording.no_sound')
}

/** Who looks into files in whose turn: guests share theirs, since a guest costs nothing to be. */
export const senderOf = ({ member, organization_id }: MemberScene): Sender =>
  member.is_guest ? { party: 'guests', requireKind: requireSound } : { party: organization_id }
