const text = /(?:\\[\s\S]|[^[\]\\]|\[(?:\\[\s\S]|[^[\]\\])*\])*/.source
const address = /<[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*/.source
const title = /(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?/.source
const link = new RegExp(`!?\\[(${text})\\]\\(\\s*(${address})${title}\\s*\\)`, 'g')
/** What may begin the address of a link, after its text or in a definition somewhere else in the text. */
const opening = /\](\(|:)(\s*)(<[^<>\n]*>|[^\s()<>]*)/g

/** Words in brackets, as in code or footnotes: no client takes them for an address. */
const isNoAddress = (found: string) => /^[\w.,;!?-]*$/.test(found)

const bare = (found: string) => (found.startsWith('<') ? found.slice(1, -1) : found)

/**
 * Markdown in which every link whose address is not `isNamed` is plain text: links and pictures are left with their words, and
 * whatever else could become a link, such as a definition, is broken by a blank. Addresses are compared as they are written, so
 * one in disguise is not named either.
 */
export function withOnlyLinks(markdown: string, isNamed: (address: string) => boolean): string {
  const stays = (found: string) => isNoAddress(found) || isNamed(bare(found))
  return markdown
    .replace(link, (whole: string, words: string, found: string) => (stays(found) ? whole : words))
    .replace(opening, (whole: string, mark: string, blank: string, found: string) =>
      stays(found) ? whole : `] ${mark}${blank}${found}`,
    )
}

/** The addresses of links in markdown, in their order, each once. */
export function addressesIn(markdown: string): string[] {
  return [...new Set([...markdown.matchAll(link)].map(([, , found = '']) => bare(found)))]
}
