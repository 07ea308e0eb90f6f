import { repeatsWords } from '#shared/rules/log-title'
import { logLink, plainWords } from '../../../../platform/markdown'
import { digestOf } from '../../../summaries/service'
import { logsTool } from '../../tools'
import { alone, type Composing, queryOf, scopeOf, spoken, summaryOf, timesOf } from '../composing'

/** How many logs are read for a summary, and how many sentences and frequent words it names. */
const readForSummary = 200
const sentences = 6
const topics = 5

/** A summary of logs in their own sentences. */
export async function writeSummary(composing: Composing): Promise<void> {
  const { asked, writing, phrases, use, cite, name: refer } = composing
  const { logs: found, total } = await use(logsTool, queryOf(asked, readForSummary), summaryOf(composing))
  const titled = titleOf(composing)
  if (found.length === 0) return writing.say(phrases.say.summaryNone(titled))
  for (const { id, name } of asked.documents) refer({ kind: 'document', id, title: name })
  const logs = found.map(logFact => logFact.log)
  const [newest] = logs
  const oldest = logs.at(-1)
  const people = new Set(logs.flatMap(log => log.created_by?.user_id ?? [])).size
  const isMate = logs.some(log => log.created_by === null)
  const from = oldest ? spoken(composing, oldest.created_at) : ''
  const to = newest ? spoken(composing, newest.created_at) : ''
  writing.say(`${phrases.say.summary(titled, total, { people, isMate }, from, to)}\n\n`)
  const { extracts, mentioned } = await digestOf(writing.app, logs, { sentences, words: topics })
  for (const { sentence, log, isTitle } of extracts) {
    cite(log)
    // The whole sentence; a title may be only its beginning.
    const link = logLink(isTitle && repeatsWords(log) ? { ...log, title: withoutFullStop(sentence) } : log)
    writing.say(`- ${timesOf(composing, log)}: ${link}${isTitle ? '' : ` ${plainWords(sentence)}`}\n`)
  }
  if (mentioned.length > 0) writing.say(`\n${phrases.say.mostAbout(mentioned.map(plainWords).join(', '))}`)
}

/** “Bay log, about “pads”, by Tom today”. */
function titleOf({ asked, phrases }: Composing): string {
  const { when, by, about } = scopeOf({ ...asked, documents: [] }, phrases)
  const names = asked.documents.map(({ name }) => plainWords(name))
  const of = [...names, alone(about), alone(when + by)].filter(Boolean).join(', ') || phrases.say.everything
  return of.charAt(0).toLocaleUpperCase(phrases.locale) + of.slice(1)
}

const withoutFullStop = (sentence: string) => sentence.replace(/(?<!\.)[.।]$/u, '')
