import { withOnlyLinks } from './links'

/**
 * A sentence that becomes nothing but words in markdown: no link, picture, address, code, table, HTML or heading. Bold stays, where
 * it is closed.
 */
export function tame(sentence: string): string {
  const words = withOnlyLinks(sentence, () => false)
    .replace(/<[^>]*>?/g, ' ')
    .replace(/(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/\S*|\bwww\.\S+|\b(?:javascript|data|mailto):\S*/giu, ' ')
    // Addresses of mail become links by themselves.
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
