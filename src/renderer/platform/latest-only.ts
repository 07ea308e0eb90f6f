/**
 * Keeps an older answer from replacing a newer one when requests overlap. Call it for each request. The function it
 * returns tells, when an answer arrives, whether that answer is still the latest.
 */
export function latestOnly(): () => () => boolean {
  let latest = 0
  let shown = 0
  return () => {
    const mine = ++latest
    return () => {
      if (mine < shown) return false
      shown = mine
      return true
    }
  }
}
