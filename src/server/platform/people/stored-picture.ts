import { createHash } from 'node:crypto'
import { picture } from '#shared/contract/profile/limits'
import { apiError } from '#shared/errors'
import type { RequestContext } from '../request-context'

type Kind = 'png' | 'jpeg' | 'webp'

/** The kind of a picture by its bytes; its name and declared type are ignored [D23]. */
function kindOf(bytes: Buffer): Kind | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return undefined
}

/**
 * Stores a picture given as a data URL below the key of its owner, and returns its own key. The old one is deleted after
 * the commit.
 */
export async function storePicture(
  ctx: RequestContext,
  owner: string,
  dataUrl: string,
  oldKey: string | null,
): Promise<string> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  const kind = kindOf(bytes)
  if (!kind || bytes.length > picture.bytes) throw apiError('profile.picture_invalid')
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 24)
  const key = `${owner}/${digest}.${kind}`
  await ctx.app.objects.put(key, bytes, `image/${kind}`)
  if (oldKey && oldKey !== key) deletePicture(ctx, oldKey)
  return key
}

export function deletePicture(ctx: RequestContext, key: string): void {
  ctx.afterCommit(() => ctx.app.objects.delete(key))
}
