import type { TextPiece } from '#shared/contract/search/endpoints'

/** A text that came in pieces, as one. */
export const textOf = (segments: readonly TextPiece[]) => segments.map(segment => segment.text).join('')
