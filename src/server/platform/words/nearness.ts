/** Words of up to three letters have too many neighbours, and numbers are not misspelt. */
export const canBeMisspelt = (word: string): boolean => [...word].length >= 4 && !/\p{N}/u.test(word)

/** How many slips a word of this length is forgiven. */
const forgiven = (letters: number) => (letters >= 8 ? 2 : 1)

/** How many slips lie between two words, or null when these are too many for the first of them. */
export function slipsBetween(typed: string, word: string): number | null {
  const [one, other] = [[...typed], [...word]]
  const most = forgiven(one.length)
  if (Math.abs(one.length - other.length) > most) return null
  const slips = distance(one, other)
  return slips <= most ? slips : null
}

/** Letters left out, put in, mistaken or swapped with their neighbour that lead from one word to another. */
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
