import type { ByteRange } from '../objects/objects'

/**
 * The byte range that a `Range` header requests. Null means the whole object, which is also the answer to several
 * ranges and to an unreadable header; `outside` means that the range holds no byte.
 */
export function spanIn(header: string | undefined, size: number): ByteRange | 'outside' | null {
  const asked = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/.exec(header?.replaceAll(' ', '') ?? '')
  if (!asked) return null
  const [, first, last, ending] = asked
  const from = first === undefined ? Math.max(0, size - Number(ending)) : Number(first)
  const to = Math.min(last ? Number(last) : size - 1, size - 1)
  // A range that ends before it begins is invalid, so it is ignored rather than refused.
  if (first !== undefined && last && Number(last) < from) return null
  return from > to ? 'outside' : { from, to }
}
