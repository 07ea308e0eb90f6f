/** Characters that XML cannot contain even when escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML refuses
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Untrusted text, escaped as text of an XML document. */
export const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(unwritable, '\ufffd')
    .replace(/[&<>"']/g, char => escapes[char] ?? char)
