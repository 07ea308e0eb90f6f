import { z } from 'zod'

const Claims = z.object({ exp: z.number(), iat: z.number().optional() })

/** The claims without a check of the signature, which only the server can do. Null if unreadable. */
function claims(token: string): z.infer<typeof Claims> | null {
  try {
    return Claims.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
  } catch {
    return null
  }
}

/**
 * Whether the `exp` claim has passed [9.2a]; an unreadable token counts as expired [9.2b]. `ahead`: how far the
 * server's clock is ahead, in milliseconds.
 */
export function isExpired(token: string, now: number, ahead = 0): boolean {
  const read = claims(token)
  return !read || read.exp * 1000 <= now + ahead
}

/** When it was issued, by the server's clock, in milliseconds; 0 if missing. */
export function issuedAt(token: string): number {
  return (claims(token)?.iat ?? 0) * 1000
}
