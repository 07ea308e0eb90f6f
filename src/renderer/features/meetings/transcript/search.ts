import type { Segment } from '#shared/contract/meetings/endpoints'

/** Lower-cases a text without changing its length, so that positions stay valid. */
const plain = (text: string) => Array.from(text, letter => lowered(letter)).join('')
function lowered(letter: string): string {
  const small = letter.toLocaleLowerCase()
  return small.length === letter.length ? small : letter
}

/** Returns the indexes of segments that contain the query. */
export function found(segments: readonly Segment[], query: string): number[] {
  const wanted = plain(query.trim())
  if (wanted === '') return []
  return segments.flatMap(({ text }, index) => (plain(text).includes(wanted) ? index : []))
}

/** Splits a text into pieces of which every second one is a match. */
export function piecesOf(text: string, query: string): string[] {
  const wanted = plain(query.trim())
  if (wanted === '') return [text]
  const among = plain(text)
  const pieces: string[] = []
  let from = 0
  for (let at = among.indexOf(wanted); at >= 0; at = among.indexOf(wanted, from)) {
    pieces.push(text.slice(from, at), text.slice(at, at + wanted.length))
    from = at + wanted.length
  }
  return [...pieces, text.slice(from)]
}
