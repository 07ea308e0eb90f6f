/** Joins class names and leaves out what does not hold. It does not merge: later classes do not beat earlier ones. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
