import { plainWords } from '../../../../platform/markdown'
import { wordsOf } from '../../../../platform/words/fold'
import { recordDocumentViews } from '../../../audit/service'
import type { HitFact } from '../../tools'
import { type Composing, spoken } from '../composing'
import { type Retrieved, retrieve } from '../retrieve'
import type { Understood } from '../understand'

/** The words to search, or those of the names if the question has no others. */
export const searchedWords = ({ words, documents, people }: Understood) =>
  words.length > 0 ? words : [...documents, ...people].flatMap(({ name }) => wordsOf(name))

/** What was asked for as a log may be a page, a graph or a person. */
export async function writeOthers(composing: Composing): Promise<void> {
  const { asked, writing, use } = composing
  if (asked.words.length === 0) return
  const retrieved = await retrieve(use, asked.words, asked.spans[0])
  if (retrieved.hits.length === 0) return
  writing.say('\n\n')
  writeRetrieved(composing, retrieved)
}

/** What a search found, and how far it fits the words. */
export function writeRetrieved(composing: Composing, { hits, missing, instead, isPartial }: Retrieved): void {
  const { writing, phrases } = composing
  const { say } = phrases
  if (missing.length > 0) writing.say(`${say.missing(plainWords(missing.join(' ')))} `)
  const words = searchedWords(composing.asked).filter(word => !missing.includes(word))
  const there = plainWords(words.join(' '))
  const heading =
    instead !== null
      ? say.foundInstead(there, plainWords(instead))
      : isPartial && words.length > 1
        ? say.foundPartly(there)
        : say.found(there)
  writing.say(`${heading}\n\n`)
  for (const hit of hits) writeHit(composing, hit)
  const documents = hits.flatMap(({ source }) => (source?.kind === 'document' ? source.id : (source?.doc_id ?? [])))
  recordDocumentViews(composing.at, documents, 'mate')
}

/** A line for a hit: when, who, the link to it, the sentence that has the words, and the logbook. */
function writeHit(composing: Composing, hit: HitFact): void {
  const { writing, name: refer } = composing
  const { kind, title, excerpt, link, recording, logbook, by, at, source } = hit
  if (source) refer(source)
  const when = at && kind !== 'person' && spoken(composing, at)
  const who = (kind === 'log' || kind === 'transcript' || kind === 'message') && by ? plainWords(by) : ''
  const before = [when, who].filter(Boolean).join(', ')
  const named = kind === 'graph' && link ? `**${plainWords(title)}** ${link}` : (link ?? `**${plainWords(title)}**`)
  const words = kind === 'transcript' ? title : withBoxes(excerptBehind(title, excerpt))
  const where = logbook ? `(${plainWords(logbook)})` : ''
  const parts = [before && `${before}:`, recording?.link, named, plainWords(words), where]
  writing.say(`- ${parts.filter(Boolean).join(' ')}\n`)
}

/** The items of a checklist keep their state. */
const withBoxes = (text: string) => text.replace(/\[ \]/g, '☐').replace(/\[x\]/gi, '☑')

/** The excerpt without the title that it may begin with. */
function excerptBehind(title: string, excerpt: string): string {
  const start = title.replace(/…$/, '').replace(/(?<!\.)[.।]$/u, '')
  return excerpt.startsWith(start) ? excerpt.slice(start.length).replace(/^[\s.,;:!?।]+/, '') : excerpt
}
