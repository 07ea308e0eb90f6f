/** A spoken name: capitalised if the script has capitals. */
const name = "(\\p{Lu}[\\p{L}\\p{M}'’-]+(?: \\p{Lu}[\\p{L}\\p{M}'’-]+)?)"
/** What may follow one’s own name; other words would mean that it is no name. */
const end = '(?=[.,!?;:]|$| (?:from|here|speaking|and|von|aus|hier|und|de|aquí|y)(?![\\p{L}\\p{M}]))'

/** Introductions in the product’s languages, because a recording may be in another language than the question. */
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

/** Capitalised words that follow such introductions and are no names. */
const noNames = new Set(
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag The What Not'.split(
    ' ',
  ),
)

/**
 * The name that somebody introduces themselves with in these words, and the words; null if there is none. This is a
 * guess only.
 */
export function introductionIn(text: string): { name: string; words: string } | null {
  for (const pattern of introductions) {
    const [words, name] = pattern.exec(text) ?? []
    if (words && name && !noNames.has(name) && !/['’]s$/.test(name)) return { name, words }
  }
  return null
}
