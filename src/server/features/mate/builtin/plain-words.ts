/** Words of people as plain text in markdown: none of their characters becomes a link, a heading or emphasis. */
export function plainWords(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~!]/g, '\\$&').replace(/\s+/g, ' ')
}
