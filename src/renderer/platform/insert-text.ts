/** A field's text with more text where its caret is, in place of what is selected, set apart by blanks. */
export function insertText(field: HTMLTextAreaElement | null, text: string): string {
  if (!field) return text
  const before = field.value.slice(0, field.selectionStart)
  const after = field.value.slice(field.selectionEnd)
  return before + setApart(before, text, after) + after
}

/** The text with a blank on either side where it would touch a word. */
export function setApart(before: string, text: string, after: string): string {
  const gap = (isNeeded: boolean) => (isNeeded ? ' ' : '')
  return `${gap(/\S$/.test(before))}${text}${gap(/^\S/.test(after))}`
}
