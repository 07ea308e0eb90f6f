/**
 * Joins class names and skips falsy ones. It does not merge conflicting classes: later classes do not override earlier
 * ones.
 */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
