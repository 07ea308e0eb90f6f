/** Words of up to three letters have too many similar words, and numbers are not misspelt. */
export const canBeMisspelt = (word: string): boolean => [...word].length >= 4 && !/\p{N}/u.test(word)

/** How many typing errors are allowed in a word of this length. */
const allowedTypos = (letters: number) => (letters >= 8 ? 2 : 1)

/** The number of typing errors between two words, or null if there are more than the first word allows. */
export function typosBetween(typed: string, word: string): number | null {
  const [left, other] = [[...typed], [...word]]
  const most = allowedTypos(left.length)
  if (Math.abs(left.length - other.length) > most) return null
  const slips = distance(left, other)
  return slips <= most ? slips : null
}

/** The number of letters left out, inserted, replaced or swapped with their neighbour between two words. */
function distance(readonlyArray: readonly string[], other: readonly string[]): number {
  let before: number[] = []
  let above = other.map((_, column) => column).concat(other.length)
  for (let row = 1; row <= readonlyArray.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = readonlyArray[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 &&
        column > 1 &&
        readonlyArray[row - 1] === other[column - 2] &&
        readonlyArray[row - 2] === other[column - 1]
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[before, above] = [above, current]
  }
  return above[other.length] ?? 0
}
