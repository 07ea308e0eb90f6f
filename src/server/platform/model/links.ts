interface Link {
  /** The position of `[` or `![`, and of `]`. */
  start: number
  close: number
  /** The position after the closing bracket. */
  end: number
  address: string
}

/** No valid address is longer; the rest is not examined. */
const longestAddress = 2_000
const afterAddress = /[ \t\r\n]*(?:(?:"[^"]{0,500}"|'[^']{0,500}'|\([^()]{0,500}\))[ \t\r\n]*)?\)/y

/**
 * Markdown in which every link whose address is not `isNamed` becomes plain text: links and pictures keep their words,
 * and anything else that could become a link, such as a definition, is broken by a blank. Addresses are compared as
 * written, so a disguised one does not match. The time is linear in the length for any input.
 */
export function withOnlyLinks(markdown: string, isNamed: (address: string) => boolean): string {
  const stays = (address: string) => isNoAddress(address) || isNamed(address)
  const strange = linksIn(markdown).filter(link => !stays(link.address))
  const cuts = strange.flatMap(({ start, close, end }) => [
    { from: start, to: markdown.indexOf('[', start) + 1 },
    { from: close, to: end },
  ])
  return withCuts(markdown, cuts).replace(/\](?=[(:])/g, (bracket: string, at: number, text: string) =>
    stays(addressAt(text, afterBlanks(text, at + 2)).address) ? bracket : `${bracket} `,
  )
}

/** The addresses of links in markdown, in order, each once. */
export function addressesIn(markdown: string): string[] {
  return [...new Set(linksIn(markdown).map(link => link.address))]
}

/** Markdown with other words in its links: `worded` returns them for an address and its words, or null to keep them. */
export function withOtherWords(
  markdown: string,
  worded: (address: string, words: string) => { words: string; isLink: boolean } | null,
): string {
  const cuts = linksIn(markdown).flatMap(({ start, close, end, address }, index, links) => {
    // A link around another link is no link itself.
    if ((links[index - 1]?.start ?? -1) > start) return []
    const from = markdown.indexOf('[', start) + 1
    const other = worded(address, markdown.slice(from, close))
    if (!other) return []
    return other.isLink ? [{ from, to: close, put: other.words }] : [{ from: start, to: end, put: other.words }]
  })
  return withCuts(markdown, cuts)
}

/** Words in brackets, as in code or footnotes, which no client takes for an address. */
function isNoAddress(address: string): boolean {
  return /^[\w.,;!?-]*$/.test(address)
}

function withCuts(text: string, cuts: { from: number; to: number; put?: string }[]): string {
  let kept = ''
  let at = 0
  for (const { from, to, put = '' } of cuts.sort((cut, other) => cut.from - other.from)) {
    kept += text.slice(at, from) + put
    at = to
  }
  return kept + text.slice(at)
}

/** Links written as `[words](address "title")`, inner ones before those around them. */
function linksIn(markdown: string): Link[] {
  const links: Link[] = []
  const openings: number[] = []
  for (let at = 0; at < markdown.length; at += 1) {
    const char = markdown[at]
    if (char === '\\') at += 1
    if (char === '[') openings.push(at)
    if (char !== ']') continue
    const opening = openings.pop()
    const target = opening === undefined ? undefined : targetAt(markdown, at + 1)
    if (opening === undefined || !target) continue
    links.push({ start: markdown[opening - 1] === '!' ? opening - 1 : opening, close: at, ...target })
    at = target.end - 1
  }
  return links
}

/** `(address "title")` at this position, if any. */
function targetAt(markdown: string, at: number): { address: string; end: number } | undefined {
  if (markdown[at] !== '(') return undefined
  const { address, end } = addressAt(markdown, afterBlanks(markdown, at + 1))
  afterAddress.lastIndex = end
  return afterAddress.test(markdown) ? { address, end: afterAddress.lastIndex } : undefined
}

/** The address in a link: in angle brackets, or up to a blank or an unbalanced bracket. */
function addressAt(markdown: string, from: number): { address: string; end: number } {
  const last = Math.min(markdown.length, from + longestAddress)
  if (markdown[from] === '<') {
    const [whole = '', address = ''] = /^<([^<>\r\n]*)>?/.exec(markdown.slice(from, last)) ?? []
    const end = from + whole.length
    return { address: whole.endsWith('>') ? address : whole, end }
  }
  let depth = 0
  for (let at = from; at < last; at += 1) {
    const char = markdown.charAt(at)
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (depth < 0 || isBlank(char)) return { address: markdown.slice(from, at), end: at }
  }
  return { address: last === markdown.length ? markdown.slice(from) : `${markdown.slice(from, last)}…`, end: last }
}

function afterBlanks(markdown: string, from: number): number {
  let at = from
  while (at < markdown.length && isBlank(markdown.charAt(at))) at += 1
  return at
}

/** Blanks in the sense of markdown; other Unicode blanks are part of an address. */
const isBlank = (char: string) => char <= ' '
