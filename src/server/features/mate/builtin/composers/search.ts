import { documentLink, plainWords } from '../../../../platform/markdown'
import { folded, wordsOf } from '../../../../platform/words/fold'
import { proposeSearch } from '../../../search/service'
import { logbooksTool } from '../../tools'
import type { Composing } from '../composing'
import { optionLabel } from '../option-label'
import { retrieve } from '../retrieve'
import { searchedWords, writeRetrieved } from './hits'
import { hasMatchingLogs, writeLogs } from './logs'

/** How many of the nearest logbooks and documents are offered when nothing was found. */
const offered = 3

/**
 * Answers a question of no known kind with the best of all that the person may see. Without a result, it says what was
 * searched, and offers what is nearest.
 */
export async function writeFound(composing: Composing): Promise<void> {
  const { asked, writing, phrases, use } = composing
  const { say } = phrases
  const hint = writing.app.model ? '' : `\n\n${say.modelHint}`
  const words = searchedWords(asked)
  if (words.length === 0)
    return asked.spans.length > 0 ? writeLogs(composing) : writing.say(`${say.notUnderstood}${hint}`)
  const isSearch = phrases.search.test(asked.text)
  if (!isSearch && (await hasMatchingLogs(composing))) return writeLogs(composing)
  const { people, documents, spans } = asked
  const retrieved = await retrieve(use, words, spans[0])
  // A word that occurs nowhere, beside a person, a document or a time, hides none of their logs.
  const isFiltered = people.length + documents.length + spans.length > 0
  if (!isSearch && isFiltered && asked.words.length > 0 && retrieved.hits.length === 0) return writeLogs(composing)
  if (isSearch) await offerSearch(composing, words)
  if (retrieved.hits.length > 0) return writeRetrieved(composing, retrieved)
  writing.say(say.foundNothing(plainWords(words.join(' '))))
  await writeNearest(composing, words)
  writing.say(hint)
}

/** Opens the page with all results of a search, once the person presses the option. */
async function offerSearch(
  { writing, offer, phrases, asked, use }: Composing,
  words: readonly string[],
): Promise<void> {
  const content = words.join(' ')
  if (asked.people.length + asked.documents.length > 0) return
  const action = await use(proposeSearch, { words: content }, '')
  offer({ label: optionLabel(writing.app, phrases, action), action })
}

/** Offers the documents whose names are nearest to the words, and among equals those written last. */
async function writeNearest(
  { writing, phrases, use, name: refer }: Composing,
  words: readonly string[],
): Promise<void> {
  const { documents } = await use(logbooksTool, {}, '')
  if (documents.length === 0) return
  const asked = trigramsOf(words.join(' '))
  const nearest = documents
    .map(document => ({ ...document, common: [...trigramsOf(document.name)].filter(part => asked.has(part)).length }))
    .sort((first, other) => other.common - first.common)
  writing.say(`\n\n${phrases.say.nearest}\n\n`)
  for (const { id, name } of nearest.slice(0, offered)) {
    refer({ kind: 'document', id, title: name })
    writing.say(`- ${documentLink(id, name)}\n`)
  }
}

/** The parts of three letters of each word, which similar words have in common. */
function trigramsOf(text: string): Set<string> {
  const parts = wordsOf(text).flatMap(word => {
    const padded = ` ${folded(word)} `
    return Array.from({ length: Math.max(padded.length - 2, 0) }, (_, index) => padded.slice(index, index + 3))
  })
  return new Set(parts)
}
