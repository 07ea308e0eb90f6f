import { documentLink, plainWords } from '../../../../platform/markdown'
import { documentsFor, proposeOpen } from '../../../documents/service'
import { logbooksTool, peopleTool } from '../../tools'
import { type Composing, spoken } from '../composing'
import { optionLabel } from '../option-label'
import { writeFound } from './search'

/** What can be asked, with examples that work in this workspace. */
export async function writeHelp({ at: ctx, writing, phrases }: Composing): Promise<void> {
  const documents = await documentsFor(ctx, { limit: 20 })
  const logbook = documents.find(({ document_type }) => document_type === 'logbook')
  writing.say(phrases.say.help(logbook?.doc_name ?? null))
}

/** The people of the organisation, by name, role or branch. */
export async function writePeople(composing: Composing): Promise<void> {
  const { writing, phrases, asked, use, name: refer } = composing
  const { say } = phrases
  const query = asked.people[0]?.name ?? (asked.words.join(' ') || undefined)
  const { people, total } = await use(peopleTool, { query, org_role: asked.org_role }, '')
  // Who did something is asked in the same words as who is here.
  if (people.length === 0) return asked.words.length > 0 ? writeFound(composing) : writing.say(say.peopleNone)
  if (asked.people.length === 0) writing.say(`${say.people(total)}\n\n`)
  for (const { id, name, org_role, roles, branches } of people) {
    refer({ kind: 'person', id, title: name })
    const about = [say.org_role[org_role], ...roles, ...branches].map(plainWords).join(', ')
    writing.say(`- **${plainWords(name)}**, ${about}\n`)
  }
  if (total > people.length) writing.say(`\n${say.morePeople(total - people.length)}`)
}

/** The logbooks and documents that the person may open, last written first. */
export async function writeLogbooks(composing: Composing): Promise<void> {
  const { writing, phrases, asked, use, name: refer } = composing
  const { documents, total } = await use(logbooksTool, { query: asked.words.join(' ') || undefined }, '')
  if (documents.length === 0) return writing.say(phrases.say.logbooksNone)
  writing.say(`${phrases.say.logbooks(total)}\n\n`)
  for (const { id, name, last_written_at } of documents) {
    refer({ kind: 'document', id, title: name })
    writing.say(`- ${documentLink(id, name)}, ${spoken(composing, last_written_at)}\n`)
  }
  if (total > documents.length) writing.say(`\n${phrases.say.moreLogbooks(total - documents.length)}`)
}

/** Offers to open the named document, or the one whose name has the words. Nothing opens before the option is pressed. */
export async function writeOpen(composing: Composing): Promise<void> {
  const { asked, writing, phrases, use, name: refer, offer } = composing
  const query = asked.words.join(' ')
  const [named] = asked.documents
  const found = named ?? (query ? (await use(logbooksTool, { query }, '')).documents[0] : undefined)
  if (!found) return writing.say(phrases.say.openNone)
  const { id, name } = found
  refer({ kind: 'document', id, title: name })
  writing.say(phrases.say.opens(documentLink(id, name)))
  const action = await use(proposeOpen, { doc_id: id }, '')
  offer({ label: optionLabel(writing.app, phrases, action), action })
}

/** Says that nothing tells what is planned, instead of telling what was. */
export async function writePlanned({ asked, writing, phrases }: Composing): Promise<void> {
  writing.say(phrases.say.notPlanned(asked.spans[0]?.said ?? ''))
}
