import type { Language } from '#shared/contract/common'
import { plainWords } from '../../platform/markdown'
import type { ToolQuestion } from '../../platform/tool'
import { plain, shortened } from '../../platform/words/extract'
import { folded } from '../../platform/words/fold'
import { anyOf, type Pattern } from '../../platform/words/patterns'

export interface PageFacts {
  doc_id: number
  name: string
  link: string
  text: string
  total: number
}

const sayings: Record<
  Language,
  { says(link: string): string; isEmpty(link: string): string; more(lines: number): string }
> = {
  en: {
    says: link => `${link} says:`,
    isEmpty: link => `${link} is empty.`,
    more: lines => (lines === 1 ? 'and one more line' : `and ${lines} more lines`),
  },
  de: {
    says: link => `In ${link} steht:`,
    isEmpty: link => `${link} ist leer.`,
    more: lines => (lines === 1 ? 'und eine weitere Zeile' : `und ${lines} weitere Zeilen`),
  },
  es: {
    says: link => `${link} dice:`,
    isEmpty: link => `${link} está vacío.`,
    more: lines => (lines === 1 ? 'y una línea más' : `y ${lines} líneas más`),
  },
  hi: {
    says: link => `${link} में लिखा है:`,
    isEmpty: link => `${link} खाली है।`,
    more: lines => `और ${lines} पंक्तियाँ`,
  },
}

/** Words that ask for a page as such. */
const pageWords = new Set(
  'page document content contents written stand steht stehen seite dokument inhalt página documento contenido pone dice पेज पन्ना दस्तावेज़ लिखा'.split(
    ' ',
  ),
)

/** What somebody asks about a page although its text does not tell it. */
const asksOther: Record<Language, Pattern> = {
  en: anyOf('who', 'how many', 'how often', 'when', 'open', 'compare', 'logs?', 'logged'),
  de: anyOf('wer', 'wie viele?', 'wie oft', 'wann', 'öffne', 'vergleiche?', 'einträge?'),
  es: anyOf('quién(?:es)?', 'cuánt[oa]s?', 'cuándo', 'abre', 'compara', 'entradas?', 'registró'),
  hi: anyOf('कौन', 'किसने', 'कितने', 'कितनी', 'कब', 'खोलो', 'खोलें', 'तुलना', 'लॉग'),
}

/** How many lines of a page an answer shows. */
const shown = 20

/** Questions that name a page: all of it, or the lines with some words. */
export const pageQuestion: ToolQuestion<{ doc_id: number; from: number }, PageFacts> = {
  inputFor(_ctx, { documents: [document, ...others], text, language, people }) {
    if (document?.type !== 'document' || others.length > 0 || people.length > 0) return undefined
    return asksOther[language].test(text) ? undefined : { doc_id: document.id, from: 0 }
  },
  write({ doc_id, name, link, text }, { language, words }) {
    const say = sayings[language]
    const cited = [{ kind: 'document' as const, id: doc_id, title: name }]
    const lines = linesOf(text)
    if (lines.length === 0) return { text: say.isEmpty(link), cited }
    const wanted = words.filter(word => !pageWords.has(word)).map(word => folded(word))
    const withWords = lines.filter(line => wanted.some(word => folded(line).includes(word)))
    // A question that uses other words than the page is answered with the whole page.
    const chosen = withWords.length > 0 ? withWords : lines
    const more = chosen.length > shown ? `\n${say.more(chosen.length - shown)}` : ''
    const list = chosen.slice(0, shown).map(line => `- ${line}\n`)
    return { text: `${say.says(link)}\n\n${list.join('')}${more}`, cited }
  },
}

/** The lines of a page as plain text; the items of a checklist keep their state. */
function linesOf(markdown: string): string[] {
  return markdown.split('\n').flatMap(line => {
    const [, box] = /^\s*[-*+] \[([ xX])\]\s/.exec(line) ?? []
    const words = plain(box === undefined ? line : line.replace(/\[[ xX]\]/, ''))
    if (words === '') return []
    return `${box === undefined ? '' : box === ' ' ? '☐ ' : '☑ '}${plainWords(shortened(words))}`
  })
}
