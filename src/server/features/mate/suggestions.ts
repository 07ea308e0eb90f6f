import type { DocumentType } from '#shared/contract/logbooks'
import { BotMessage, type Suggestion } from '#shared/contract/mate'
import { colourCycle, mate } from '#shared/limits'
import type { MemberScene } from '../../platform/scene'
import { documentsFor, titlesOf } from '../logbooks/service'
import { status } from '../meetings/recordings-service'
import type { MessageRow } from './store'
import { guestSayingsFor, type Sayings, sayingsFor } from './suggestions.data'

/** What the person asked last, and what they were answered; neither where the conversation is to begin. */
interface Conversation {
  question?: MessageRow | undefined
  answer?: MessageRow | undefined
}

/**
 * Five suggestions that follow what was answered last, then the page that the person is on; colours cycle in five [9.8a]. Only what
 * Mate can answer without a model is suggested.
 */
export async function suggestionsFor(
  at: MemberScene,
  path: string | undefined,
  { question, answer }: Conversation = {},
): Promise<Suggestion[]> {
  if (at.member.is_guest) return suggestionsFrom(await textsForGuest(at), question?.text)
  const say = sayingsFor(at.caller.language)
  const [followUps, ofPage] = await Promise.all([textsAfter(at, say, answer), textsOn(at, say, path)])
  return suggestionsFrom([...followUps, ...ofPage], question?.text)
}

/** What goes on with the subject of an answer: the logbook that it rests on, the people it names. */
async function textsAfter(at: MemberScene, say: Sayings, answer: MessageRow | undefined): Promise<string[]> {
  const said = answer?.state === 'done' ? BotMessage.safeParse(JSON.parse(answer.text)).data : undefined
  if (!said) return []
  const { references } = said.details
  const logbooks = [...new Set(references.flatMap(one => (one.kind === 'log' && one.doc_id) || []))]
  const [first] = logbooks
  const names = first === undefined ? undefined : await titlesOf(at, { log_ids: [], doc_ids: [first] })
  const logbook = first === undefined ? undefined : names?.document.get(first)
  const people = references.filter(one => one.kind === 'person').slice(0, logbook ? 1 : 2)
  return [
    // With several, it is about none of them.
    ...(logbook && logbooks.length === 1
      ? ofLogbook(say, logbook).slice(0, 3)
      : logbook
        ? [say.summarise(logbook)]
        : []),
    ...people.map(person => say.wroteThisWeek(person.title)),
  ]
}

const ofLogbook = (say: Sayings, name: string): string[] => [
  say.summarise(name),
  say.whoWroteIn(name),
  say.todayIn(name),
  say.countIn(name),
]

/** What is asked on a page. */
async function textsOn(at: MemberScene, say: Sayings, path: string | undefined): Promise<string[]> {
  const page = (path ?? '').replace(/^#/, '')
  const documents = await documentsFor(at, { limit: mostListed })
  const logbook = documents.find(one => one.document_type === 'logbook')
  const inGeneral = [
    say.today,
    ...(logbook ? [say.summarise(logbook.doc_name)] : []),
    say.yesterday,
    say.people,
    say.logbooks,
    say.week,
    say.help,
  ]
  const openId = Number(/^\/docs\/(\d+)/.exec(page)?.[1])
  const open = documents.find(one => one.doc_id === openId)
  if (open) return [...ofDocument[open.document_type](say, open.doc_name), ...inGeneral]
  // Who is there, and what they saw, is what one asks before live pictures.
  if (/^\/feed\b/.test(page)) return [say.people, say.today, say.week, ...inGeneral]
  if (/^\/docs\b/.test(page)) return [say.logbooks, ...inGeneral]
  if (/^\/home\b/.test(page)) return [say.yesterday, say.week, ...inGeneral]
  return inGeneral
}

/** A document that is open is mostly among those that were written last. */
const mostListed = 50

const ofDocument: Record<DocumentType, (say: Sayings, name: string) => string[]> = {
  logbook: ofLogbook,
  // Without logs there is nothing to ask of the page itself.
  document: say => [say.logbooks, say.people],
  diarization: say => [say.people, say.logbooks],
}

/** What a guest may ask: of the product, and of a recording once there is one [D42]; of its words only where they are known. */
async function textsForGuest(at: MemberScene): Promise<string[]> {
  const say = guestSayingsFor(at.caller.language)
  const recording = (await documentsFor(at, { limit: mostListed })).find(one => one.document_type === 'diarization')
  const { stage, has_words } = recording ? await status(at, { doc_id: recording.doc_id }) : notHeard
  const ofProduct = [say.help, say.what, say.upload, say.privacy, say.keep]
  if (stage !== 'done') return ofProduct
  if (!has_words) return [say.speakers, say.keep, ...ofProduct]
  return [say.decisions, say.actions, say.speakers, say.summary, say.keep, say.help]
}

const notHeard = { stage: 'queued', has_words: false }

function suggestionsFrom(texts: readonly string[], lastQuestion: string | undefined): Suggestion[] {
  const wanted = [...new Set(texts)].filter(text => text !== lastQuestion)
  return wanted.slice(0, mate.suggestions).map((text, index) => ({
    text,
    color: `suggest-${index % colourCycle}`,
    border_color: `suggest-${index % colourCycle}-border`,
    options: [],
  }))
}
