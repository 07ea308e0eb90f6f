/**
 * Keeps an older answer from replacing a newer one when requests overlap. Call it for each request. The function it
 * returns tells, when an answer arrives, whether that answer is still the latest.
 */
export function latestOnly(): () => () => boolean {
  let asked = 0
  let shown = 0
  return () => {
    const mine = ++asked
    return () => {
      if (mine < shown) return false
      shown = mine
      return true
    }
  }
}
