import type { Span } from '../objects/objects'

/**
 * The span that a `Range` header asks for of so many bytes: null for the whole, which is also the answer to several spans and to
 * what is not understood; `outside` when there is nothing of it.
 */
export function spanIn(header: string | undefined, size: number): Span | 'outside' | null {
  const asked = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/.exec(header?.replaceAll(' ', '') ?? '')
  if (!asked) return null
  const [, first, last, ending] = asked
  const from = first === undefined ? Math.max(0, size - Number(ending)) : Number(first)
  const to = Math.min(last ? Number(last) : size - 1, size - 1)
  // The last byte before the first is no span at all, and so is not one of nothing.
  if (first !== undefined && last && Number(last) < from) return null
  return from > to ? 'outside' : { from, to }
}
