import type { TextPiece } from '#shared/contract/search/endpoints'

/** A text with its matches marked. */
export function Marked({ children }: { children: readonly TextPiece[] }) {
  return children.map(({ text, hit }, index) =>
    hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text keep their order.
      <mark key={index} className="rounded-[2px] bg-accent-soft px-px font-semibold text-accent-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

/** Returns the same as plain text. */
export const textOf = (segments: readonly TextPiece[]) => segments.map(segment => segment.text).join('')
