/** A name as somebody says it: in capitals where the script has them. */
const name = "(\\p{Lu}[\\p{L}\\p{M}'’-]+(?: \\p{Lu}[\\p{L}\\p{M}'’-]+)?)"
/** What may come behind one’s own name; words behind it would mean that it is none. */
const end = '(?=[.,!?;:]|$| (?:from|here|speaking|and|von|aus|hier|und|de|aquí|y)(?![\\p{L}\\p{M}]))'

/** How somebody says who they are, in any of the product’s languages: a recording may be in another one than the question. */
const introductions: readonly RegExp[] = [
  new RegExp(`(?<![\\p{L}\\p{M}])(?:[Tt]his is|I am|I['’]m|[Mm]y name is|[Mm]y name['’]s) ${name}${end}`, 'u'),
  new RegExp(
    `(?<![\\p{L}\\p{M}])(?:[Hh]ier (?:ist|spricht)|[Ii]ch bin(?: der| die)?|[Ii]ch heiße|[Mm]ein Name ist) ${name}${end}`,
    'u',
  ),
  new RegExp(`(?<![\\p{L}\\p{M}])(?:[Ss]oy|[Mm]e llamo|[Mm]i nombre es|[Hh]abla|[Aa]quí) ${name}${end}`, 'u'),
  /(?<![\p{L}\p{M}])मेरा नाम ([\p{L}\p{M}]+(?: [\p{L}\p{M}]+)?) (?:है|हूँ|हूं)/u,
  /(?<![\p{L}\p{M}])मैं ([\p{L}\p{M}]+) बोल रह/u,
]

/** Capital words that are said behind such words and are nobody’s name. */
const noNames = new Set(
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag The What Not'.split(
    ' ',
  ),
)

/** The name that somebody gives themselves in these words, and the words; null where they do not. A guess, and never more. */
export function introductionIn(text: string): { name: string; words: string } | null {
  for (const pattern of introductions) {
    const [words, name] = pattern.exec(text) ?? []
    if (words && name && !noNames.has(name) && !/['’]s$/.test(name)) return { name, words }
  }
  return null
}
