import type { Language } from '../contract/common'

const maximumLength = 80
/** How many characters of a log are considered; its beginning names it. */
const consideredLength = 2_000
/** A first sentence shorter than this takes the next one along, because “Dr.” or “OK.” names nothing. */
const minimumSentence = 12

const titleOfPictures: Record<Language, string> = { en: 'Picture', hi: 'तस्वीर', de: 'Bild', es: 'Imagen' }
const titleOfFiles: Record<Language, string> = { en: 'File', hi: 'फ़ाइल', de: 'Datei', es: 'Archivo' }
const titleOfAnything: Record<Language, string> = { en: 'Log', hi: 'लॉग', de: 'Eintrag', es: 'Registro' }

/**
 * The title of a log whose writer gave none [D19]: its first sentence without markdown, cut at a word within 80
 * characters. It is never empty: a log without words is named by its kind, in the writer's language.
 */
export function logTitle(
  { content, pictures, files = 0 }: { content: string; pictures: number; files?: number },
  language: Language = 'en',
): string {
  for (const line of content.slice(0, consideredLength).split('\n')) {
    const words = withoutMarks(line)
    if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(words)) return cut(firstSentence(words))
  }
  return (pictures > 0 ? titleOfPictures : files > 0 ? titleOfFiles : titleOfAnything)[language]
}

/** Whether a title only repeats the beginning of the log [D45]. */
export function repeatsWords({ title, content }: { title: string; content: string }): boolean {
  return content.trim() !== '' && logTitle({ content, pictures: 0 }) === title
}

/**
 * The first sentence of a log whose title only repeats it, and the rest, so that both are shown once [D45]. Null if
 * removing the sentence would change the meaning of the remaining markdown, or if the title is a cut sentence.
 */
export function firstSentenceApart({ title, content }: { title: string; content: string }): [string, string] | null {
  const text = content.trim().replace(/^#{1,6}\s+/, '')
  if (!repeatsWords({ title, content }) || !text.startsWith(title)) return null
  const mark = /^[.!?…。।]*["”’)]?/u.exec(text.slice(title.length))?.[0] ?? ''
  const rest = text.slice(title.length + mark.length)
  if (rest.trim() === '') return [title + mark, '']
  if (!/^\s/.test(rest)) return null
  // A markdown mark at the start of the rest would create a list, heading or underline that was none before.
  const beginsMarkup = /^[^\S\n]+(?:[#>*+\-|`=~]|\d+[.)])|^\s*\n(?:=+|-+)\s*(?:\n|$)/.test(rest)
  return beginsMarkup ? null : [title + mark, rest.trim()]
}

/** The text to show below a title, without the first sentence if the title repeats it [D45]. */
export function textBelowTitle(log: { title: string; content: string }): string {
  const text = firstSentenceApart(log)?.[1] ?? log.content
  return text.trim() === log.title ? '' : text
}

/**
 * The plain words of one line, without headings, list marks, emphasis, link addresses and tags. A list begins with 1;
 * another number is a date or an amount. The name of a document or task to which the line links is left out, because not
 * everybody who reads the title may see it.
 */
function withoutMarks(line: string): string {
  return line
    .replace(/^\s*(?:(?:>|#{1,6}(?=\s)|[-*+](?=\s)|[01][.)](?=\s)|\[[ xX]\](?=\s))\s*)+/, '')
    .replace(/^\s*(?:```|~~~).*$/, '')
    .replace(/\[(?:\\.|[^[\]\\])*\]\(#\/(?:docs|tasks)\/[^()]*\)/g, '[…]')
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
    if (end >= minimumSentence) return withoutFullStop(line.slice(0, end))
  }
  return withoutFullStop(line)
}

const withoutFullStop = (sentence: string) => (/[^.][.。।]$/u.test(sentence) ? sentence.slice(0, -1) : sentence)

/** Cuts within the limit at the end of a word. A single endless word is cut between graphemes. */
function cut(text: string): string {
  if (text.length <= maximumLength) return text
  const words = text.slice(0, Math.max(text.lastIndexOf(' ', maximumLength - 1), 0))
  const atWord = words.replace(/[\s,;:–-]+$/u, '')
  if (atWord.length > maximumLength / 2) return `${atWord}…`
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length >= maximumLength) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}
