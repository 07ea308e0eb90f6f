import { attachments, storage } from '#shared/contract/attachments/limits'
import { apiError } from '#shared/errors'
import { day, guests } from '#shared/limits'
import { type AppContext, perApp } from '../../platform/app-context'
import type { Sender } from '../../platform/files/inspect'
import { networkOf } from '../../platform/network'
import type { MemberContext } from '../../platform/request-context'
import { keyedHash } from '../../platform/secrets'
import * as store from './uploads-store'

/** Storage limits: by the plan of an organisation, and lower for guests, who can only upload recordings [D42]. */

/** Until the bytes are known, a file declared as audio may have the size of audio. */
export function mostBytes({ member }: MemberContext, hint: string | null | undefined): number {
  if (member.is_guest) return guests.fileBytes
  return hint === 'audio' ? attachments.audioBytes : attachments.bytes
}

/**
 * Refuses if there is no space beside everything that the organisation already stores, except a part that is replaced.
 * Other calls of the organisation wait until this one ends, so that two calls cannot share the last space.
 */
export async function requireStorage(
  ctx: MemberContext,
  bytes: number,
  instead?: { file_id: string; part: number },
): Promise<void> {
  const quota = quotaOf(ctx)
  if (quota === undefined) return
  const used = await store.bytesStored(ctx, instead)
  if (used + bytes <= quota) return requireStorageOfAddress(ctx, bytes)
  if (ctx.member.is_guest)
    throw apiError('attachment.too_large', { message: 'Guests can upload 300 MB. Sign up to upload more.' })
  const message = `This organisation has used up its storage: ${inGigabytes(used)} of ${inGigabytes(quota)} GB. Delete files, or ask the operator of this server for more.`
  throw apiError('storage.quota', { message, data: { used_bytes: used, quota_bytes: quota } })
}

const inGigabytes = (bytes: number) => (bytes / 1e9).toFixed(2)

/** In bytes; undefined if there is no limit. */
export function quotaOf({ member, app: { settings } }: MemberContext): number | undefined {
  if (member.is_guest) return guests.bytes
  if (settings.STORAGE_GB !== undefined) return settings.STORAGE_GB * 1e9
  if (settings.BILLING === 'off') return undefined
  return member.is_premium ? storage.premium : storage.free
}

const addressKey = perApp((app: AppContext) => app.secrets.derive('addresses of guests'))
const addressOf = (ctx: MemberContext) => keyedHash(addressKey(ctx.app), networkOf(ctx.ip))
const dayBefore = (now: string) => new Date(Date.parse(now) - day).toISOString()

/** New guests cost nothing, so their network address is limited as well. */
async function requireStorageOfAddress(ctx: MemberContext, bytes: number): Promise<void> {
  if (!ctx.member.is_guest) return
  if ((await store.bytesOfAddress(ctx, addressOf(ctx), dayBefore(ctx.now))) + bytes <= guests.addressBytes) return
  const message = 'Guests of your network have reached the limit for today. Sign up to upload more.'
  throw apiError('attachment.too_large', { message })
}

/** Adds a guest's upload to the total of their address. */
export async function countForGuest(ctx: MemberContext, bytes: number): Promise<void> {
  if (!ctx.member.is_guest) return
  await store.deleteBytesOfAddresses(ctx, dayBefore(ctx.now))
  await store.addBytesOfAddress(ctx, addressOf(ctx), bytes)
}

/** Refuses a file that guests may not upload, whatever it was declared as. */
export function requireForGuest(ctx: MemberContext, file: { bytes: number; mime_type: string }): void {
  if (!ctx.member.is_guest) return
  if (file.bytes > guests.fileBytes) throw apiError('attachment.too_large')
  requireSound(file.mime_type)
}

function requireSound(mime: string): void {
  if (!/^(audio|video)\//.test(mime)) throw apiError('recording.no_sound')
}

/**
 * The party in whose name files are inspected. All guests share one place in the queue, since a new guest costs
 * nothing.
 */
export const senderOf = ({ member, organization_id }: MemberContext): Sender =>
  member.is_guest ? { party: 'guests', requireKind: requireSound } : { party: organization_id }
