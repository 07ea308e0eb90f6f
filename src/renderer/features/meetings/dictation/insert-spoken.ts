/** A field's text with what was spoken where its caret is, in place of what is selected, set apart by blanks. */
export function insertSpoken(box: HTMLTextAreaElement | null, spoken: string): string {
  if (!box) return spoken
  const before = box.value.slice(0, box.selectionStart)
  const after = box.value.slice(box.selectionEnd)
  const gap = (isNeeded: boolean) => (isNeeded ? ' ' : '')
  return `${before}${gap(/\S$/.test(before))}${spoken}${gap(/^\S/.test(after))}${after}`
}
