import { Fragment, type ReactNode } from 'react'

/** A character that no text contains; it surrounds the names of parts. */
const mark = '\u0001'

/**
 * Puts elements into a translated sentence. `say` gets, for each part, what its placeholder becomes. Names are never read
 * as markup, whatever they contain.
 */
export function Sentence<Name extends string>({
  say,
  parts,
}: {
  say: (placeholders: Record<Name, string>) => string
  parts: Record<Name, ReactNode>
}) {
  const names = Object.keys(parts) as Name[]
  const placeholders = Object.fromEntries(names.map(name => [name, mark + name + mark])) as Record<Name, string>
  return say(placeholders)
    .split(mark)
    .map((piece, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no identity.
      <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece as Name]}</Fragment>
    ))
}
