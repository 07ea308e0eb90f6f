import { z } from 'zod'

const Claims = z.object({ exp: z.number(), iat: z.number().optional() })

/** Reads the claims without verifying the signature, which only the server can do. Null for an unreadable token. */
function claims(token: string): z.infer<typeof Claims> | null {
  try {
    const payload = token.split('.')[1] ?? ''
    return Claims.parse(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))))
  } catch {
    return null
  }
}

/**
 * Whether a token's `exp` claim has passed [9.2a]; an unreadable token counts as expired [9.2b]. `offset` in
 * milliseconds corrects a device whose clock is wrong (`clockOffset`).
 */
export function isExpired(token: string, offset = 0, now = Date.now()): boolean {
  const read = claims(token)
  return !read || read.exp * 1000 <= now + offset
}

/** Returns how many milliseconds the issuer's clock is ahead of ours, given a token issued just now. */
export function clockOffset(token: string, now = Date.now()): number {
  const issued = claims(token)?.iat
  return issued === undefined ? 0 : issued * 1000 - now
}
