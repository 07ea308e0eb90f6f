import type { TextPiece } from '#shared/contract/search/endpoints'

/** Joins the pieces of a text. */
export const textOf = (segments: readonly TextPiece[]) => segments.map(segment => segment.text).join('')
