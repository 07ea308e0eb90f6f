/**
 * Keeps an older answer from covering a newer one: where a question is asked again before it was answered, its answers may come in any
 * order. Each call marks a question as asked; what it answers says, when an answer came, whether it may be shown.
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
