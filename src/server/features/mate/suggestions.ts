import type { DocumentType } from '#shared/contract/documents/endpoints'
import { BotMessage, type Suggestion } from '#shared/contract/mate/endpoints'
import { mate } from '#shared/contract/mate/limits'
import { colourCycle } from '#shared/limits'
import type { MemberContext } from '../../platform/request-context'
import { documentsFor } from '../documents/service'
import { titlesOf } from '../logs/service'
import { recordingStatus } from '../meetings/service'
import { branchesFor } from '../organisations/service'
import { nameOfSource } from '../sources/service'
import { findsAnswer } from './builtin/answer'
import type { MessageRow } from './store'
import { guestSayingsFor, type Sayings, sayingsFor } from './suggestions.data'

/**
 * At most five suggestions that continue the last turns of the conversation, then the page; colours cycle through five
 * [9.8a]. Questions of these turns are not suggested again. `turns` are the newest messages, newest first; empty at the
 * beginning of a conversation.
 */
export async function suggestionsFor(
  ctx: MemberContext,
  path: string | undefined,
  turns: readonly MessageRow[] = [],
): Promise<Suggestion[]> {
  const asked = new Set(turns.filter(turn => !turn.is_from_ai).map(turn => turn.text))
  if (ctx.member.is_guest) return suggestionsFrom((await textsForGuest(ctx)).filter(text => !asked.has(text)))
  const say = sayingsFor(ctx.caller.language)
  const answers = turns.filter(turn => turn.is_from_ai)
  const [followUps, ofPage] = await Promise.all([
    Promise.all(answers.map(answer => textsAfter(ctx, say, answer))),
    textsOn(ctx, say, path),
  ])
  // An answer without sources, such as to a greeting, does not change the subject.
  const ofSubject = followUps.find(texts => texts.length > 0) ?? []
  const texts = [...new Set([...ofSubject, ...ofPage])].filter(text => !asked.has(text))
  return suggestionsFrom(await answerable(ctx, texts))
}

/** The questions that built-in Mate finds an answer for; unanswerable ones are no help. */
async function answerable(ctx: MemberContext, texts: readonly string[]): Promise<string[]> {
  const found = await Promise.all(texts.map(text => findsAnswer(ctx, text)))
  return texts.filter((_, index) => found[index])
}

/** Suggestions that continue the subject of an answer: the logbook it cites, the people it names. */
async function textsAfter(ctx: MemberContext, say: Sayings, answer: MessageRow): Promise<string[]> {
  const said = answer.state === 'done' ? BotMessage.safeParse(JSON.parse(answer.text)).data : undefined
  if (!said) return []
  const { references } = said.details
  const logbooks = [...new Set(references.flatMap(reference => (reference.kind === 'log' && reference.doc_id) || []))]
  const [first] = logbooks
  const names = first === undefined ? undefined : await titlesOf(ctx, { log_ids: [], doc_ids: [first] })
  const logbook = first === undefined ? undefined : names?.document.get(first)
  const people = references.filter(reference => reference.kind === 'person').slice(0, logbook ? 1 : 2)
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

/** Suggestions for a page. */
async function textsOn(ctx: MemberContext, say: Sayings, path: string | undefined): Promise<string[]> {
  const page = (path ?? '').replace(/^#/, '')
  const documents = await documentsFor(ctx, { limit: mostListed })
  const logbook = documents.find(document => document.document_type === 'logbook')
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
  const open = documents.find(document => document.doc_id === openId)
  if (open) return [...ofDocument[open.document_type](say, open.doc_name), ...inGeneral]
  if (/^\/feed\b/.test(page))
    return [...(await textsOnSource(ctx, say, page)), say.people, say.today, say.week, ...inGeneral]
  if (/^\/search\b/.test(page)) return [...aboutWords(say, parametersOf(page).get('q')), ...inGeneral]
  if (/^\/docs\b/.test(page)) return [say.logbooks, ...inGeneral]
  if (/^\/home\b/.test(page)) return [...(await textsOnSpace(ctx, say, page)), say.yesterday, say.week, ...inGeneral]
  return inGeneral
}

const parametersOf = (page: string) => new URLSearchParams(/\?([^#]*)/.exec(page)?.[1])

/** Questions about words. Quotes are removed because they would end the quotation too early. */
function aboutWords(say: Sayings, words: string | null | undefined): string[] {
  const plain = words
    ?.replace(/["“”„«»]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return plain && plain.length <= mostWords ? [say.about(plain)] : []
}

/** Characters of a search that are repeated in a suggestion. */
const mostWords = 60

/** Questions about the camera on the page, or the person whose screen it is. */
async function textsOnSource(ctx: MemberContext, say: Sayings, page: string): Promise<string[]> {
  const [, kind, id] = /^(camera|screen)\.([1-9]\d{0,14})$/.exec(parametersOf(page).get('source') ?? '') ?? []
  if (kind === 'camera') return aboutWords(say, await nameOfSource(ctx, { kind, camera_id: Number(id) }))
  if (kind !== 'screen') return []
  const name = await nameOfSource(ctx, { kind, user_id: Number(id) })
  return name ? [say.wroteThisWeek(name)] : []
}

/** Questions about the space on the page: the first one unless the page names another [D4]. */
async function textsOnSpace(ctx: MemberContext, say: Sayings, page: string): Promise<string[]> {
  const [isOfSpaces, id] = /^\/home\/spaces(?:\/(\d+))?/.exec(page) ?? []
  if (isOfSpaces === undefined) return []
  const spaces = await branchesFor(ctx)
  const space = id === undefined ? spaces[0] : spaces.find(branch => branch.id === Number(id))
  return space ? [say.openIn(space.branch_name), say.lateIn(space.branch_name)] : []
}

/** An open document is usually among the last written ones. */
const mostListed = 50

const ofDocument: Record<DocumentType, (say: Sayings, name: string) => string[]> = {
  logbook: ofLogbook,
  // A document without logs is about what logs elsewhere say about it.
  document: (say, name) => [...aboutWords(say, name), say.logbooks, say.people],
  diarization: (say, name) => [...aboutWords(say, name), say.people, say.logbooks],
}

/**
 * Questions of a guest: about the product, and about a recording once there is one [D42]; about its words only if they
 * are known.
 */
async function textsForGuest(ctx: MemberContext): Promise<string[]> {
  const say = guestSayingsFor(ctx.caller.language)
  const recording = (await documentsFor(ctx, { limit: mostListed })).find(
    listedItem => listedItem.document_type === 'diarization',
  )
  const { stage, has_words } = recording ? await recordingStatus(ctx, { doc_id: recording.doc_id }) : notHeard
  const ofProduct = [say.help, say.what, say.upload, say.privacy, say.keep]
  if (stage !== 'done') return ofProduct
  if (!has_words) return [say.speakers, say.keep, ...ofProduct]
  return [say.decisions, say.actions, say.speakers, say.summary, say.keep, say.help]
}

const notHeard = { stage: 'queued', has_words: false }

function suggestionsFrom(texts: readonly string[]): Suggestion[] {
  return [...new Set(texts)].slice(0, mate.suggestions).map((text, index) => ({
    text,
    color: `suggest-${index % colourCycle}`,
    border_color: `suggest-${index % colourCycle}-border`,
    options: [],
  }))
}
