/** True for texts that the database keeps: without a NUL, and without half of a surrogate pair. */
export const isKeptText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Where a text or a name stands that no database keeps; undefined where there is none. */
export function unkeptTextIn(value: unknown): string | undefined {
  const path: string[] = []
  const isFound = (value: unknown): boolean => {
    if (typeof value === 'string') return !isKeptText(value)
    if (typeof value !== 'object' || value === null) return false
    for (const [name, inner] of Object.entries(value)) {
      // Each step has its one place here: the way to a value is never copied, or deep bodies would cost the square of their size.
      path.push(name)
      if (!isKeptText(name) || isFound(inner)) return true
      path.pop()
    }
    return false
  }
  return isFound(value) ? path.map(name => (isKeptText(name) ? name : '?')).join('.') : undefined
}
