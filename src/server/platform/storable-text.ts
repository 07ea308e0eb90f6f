/** True for text that PostgreSQL can store: without NUL and without lone surrogates. */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** The path of a text or field name that PostgreSQL cannot store; undefined if there is none. */
export function unstorableTextIn(value: unknown): string | undefined {
  const path: string[] = []
  const isFound = (value: unknown): boolean => {
    if (typeof value === 'string') return !isStorableText(value)
    if (typeof value !== 'object' || value === null) return false
    for (const [name, inner] of Object.entries(value)) {
      // One shared path for the whole walk: copying it would cost quadratic time in deep bodies.
      path.push(name)
      if (!isStorableText(name) || isFound(inner)) return true
      path.pop()
    }
    return false
  }
  return isFound(value) ? path.map(name => (isStorableText(name) ? name : '?')).join('.') : undefined
}
