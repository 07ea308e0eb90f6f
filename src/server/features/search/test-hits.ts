import type { Segment } from '#shared/contract/search'

/** A text that came in pieces, as one. */
export const textOf = (segments: readonly Segment[]) => segments.map(segment => segment.text).join('')
