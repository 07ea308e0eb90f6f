/** Returns the text of a field with more text at its caret, replacing the selection and separated by blanks. */
export function insertText(field: HTMLTextAreaElement | null, text: string): string {
  if (!field) return text
  const before = field.value.slice(0, field.selectionStart)
  const after = field.value.slice(field.selectionEnd)
  return before + setApart(before, text, after) + after
}

/** Adds a blank on either side where the text would touch a word. */
export function setApart(before: string, text: string, after: string): string {
  const gap = (isNeeded: boolean) => (isNeeded ? ' ' : '')
  return `${gap(/\S$/.test(before))}${text}${gap(/^\S/.test(after))}`
}
