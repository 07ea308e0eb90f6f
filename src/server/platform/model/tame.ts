import { withOnlyLinks } from './links'

/**
 * Reduces a sentence to plain words in markdown: no link, picture, URL, code, table, HTML or heading. Closed bold
 * stays.
 */
export function tame(sentence: string): string {
  const words = withOnlyLinks(sentence, () => false)
    .replace(/<[^>]*>?/g, ' ')
    .replace(/(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/\S*|\bwww\.\S+|\b(?:javascript|data|mailto):\S*/giu, ' ')
    // Clients turn bare e-mail addresses into links.
    .replace(/(?<![\w.+-])[\w.+-]+@[\w.-]+/gu, ' ')
    .replace(/[`|~\\[\]{}]/g, '')
    .replace(/(?<!\*)\*(?!\*)/g, '')
    .replace(/\*{3,}/g, '')
    .replace(/^(?:[\s>#+-]|\d+[.)]\s)+/u, '')
    .replace(/\s+/g, ' ')
    .replace(/\s+(?=[.,;:!?।])/g, '')
    .trim()
  return (words.match(/\*\*/g) ?? []).length % 2 === 0 ? words : words.replaceAll('**', '')
}
