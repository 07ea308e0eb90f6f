import type { Language } from '../contract/common'

const longest = 80
/** How much of a log is looked at: its beginning names it. */
const beginning = 2_000
/** A first sentence shorter than this takes the next one along: “Dr.” or “OK.” names nothing. */
const tellsEnough = 12

const ofPictures: Record<Language, string> = { en: 'Picture', hi: 'तस्वीर', de: 'Bild', es: 'Imagen' }
const ofFiles: Record<Language, string> = { en: 'File', hi: 'फ़ाइल', de: 'Datei', es: 'Archivo' }
const ofAnything: Record<Language, string> = { en: 'Log', hi: 'लॉग', de: 'Eintrag', es: 'Registro' }

/**
 * The title of a log whose writer gave none [D19]: its first sentence, without markdown marks, cut at a word within 80
 * characters. Never empty: where there are no words it says what the log is, in the writer's language.
 */
export function logTitle(
  { content, pictures, files = 0 }: { content: string; pictures: number; files?: number },
  language: Language = 'en',
): string {
  const line = content
    .slice(0, beginning)
    .split('\n')
    .map(withoutMarks)
    .find(text => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text))
  if (line) return cut(firstSentence(line))
  return (pictures > 0 ? ofPictures : files > 0 ? ofFiles : ofAnything)[language]
}

/** Whether a title only says again what the log begins with [D45]. */
export function repeatsWords({ title, content }: { title: string; content: string }): boolean {
  return content.trim() !== '' && logTitle({ content, pictures: 0 }) === title
}

/**
 * The first sentence of a log whose title only repeats it, and what follows, so that both are shown once [D45]. Null where the
 * sentence cannot be taken out of its markdown without changing what the rest means, or was cut for the title.
 */
export function firstSentenceApart({ title, content }: { title: string; content: string }): [string, string] | null {
  const text = content.trim().replace(/^#{1,6}\s+/, '')
  if (!repeatsWords({ title, content }) || !text.startsWith(title)) return null
  const mark = /^[.!?…。।]*["”’)]?/u.exec(text.slice(title.length))?.[0] ?? ''
  const rest = text.slice(title.length + mark.length)
  if (rest.trim() === '') return [title + mark, '']
  if (!/^\s/.test(rest)) return null
  // A mark at the beginning of the rest would begin a list or a heading that was none, or underline one.
  const beginsMarkup = /^[^\S\n]+(?:[#>*+\-|`=~]|\d+[.)])|^\s*\n(?:=+|-+)\s*(?:\n|$)/.test(rest)
  return beginsMarkup ? null : [title + mark, rest.trim()]
}

/** One line as it reads: no headings, list marks, emphasis, links' addresses, tags. */
function withoutMarks(line: string): string {
  return line
    .replace(/^\s*(?:(?:>|#{1,6}(?=\s)|[-*+](?=\s)|\d{1,9}[.)](?=\s)|\[[ xX]\](?=\s))\s*)+/, '')
    .replace(/^\s*(?:```|~~~).*$/, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/<\/?[a-zA-Z][^<>]*>/g, address => (/^<https?:/.test(address) ? address.slice(1, -1) : ' '))
    .replace(/\*{1,3}|`+|~~/g, '')
    .replace(/(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu, '')
    .replace(/\\([\\#[\]()>+.!|-])/g, '$1')
    .replace(/\|/g, ' ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

function firstSentence(line: string): string {
  const ending = /[.!?…。।]+["”’)]?(?=\s+[^\p{Ll}])|[。।]/gu
  for (const found of line.matchAll(ending)) {
    const end = found.index + found[0].length
    if (end >= tellsEnough) return withoutFullStop(line.slice(0, end))
  }
  return withoutFullStop(line)
}

const withoutFullStop = (sentence: string) => (/[^.][.。।]$/u.test(sentence) ? sentence.slice(0, -1) : sentence)

/** Within the limit, at the end of a word; a single endless word is cut between characters as people see them. */
function cut(text: string): string {
  if (text.length <= longest) return text
  const words = text.slice(0, Math.max(text.lastIndexOf(' ', longest - 1), 0))
  const atWord = words.replace(/[\s,;:–-]+$/u, '')
  if (atWord.length > longest / 2) return `${atWord}…`
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length >= longest) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}
